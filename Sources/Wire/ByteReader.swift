/// Takes big-endian integers and runs of bytes off the front of some bytes.
///
/// It copies nothing on its own: what `readBytes(_:)` returns is a slice of the same storage. A
/// read that fails takes nothing.
public struct ByteReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Starts at the first of `bytes`.
    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        self.position = bytes.startIndex
    }

    /// Starts at the first of `bytes`.
    public init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    /// How many bytes are left.
    public var remaining: Int { self.bytes.endIndex - self.position }

    /// The next byte, which stays where it is; `nil` at the end.
    public var next: UInt8? {
        self.position < self.bytes.endIndex ? self.bytes[self.position] : nil
    }

    /// Takes one byte.
    public mutating func readUInt8() throws(WireError) -> UInt8 {
        UInt8(truncatingIfNeeded: try self.readBigEndian(bytes: 1))
    }

    /// Takes two bytes, the most significant first.
    public mutating func readUInt16() throws(WireError) -> UInt16 {
        UInt16(truncatingIfNeeded: try self.readBigEndian(bytes: 2))
    }

    /// Takes four bytes, the most significant first.
    public mutating func readUInt32() throws(WireError) -> UInt32 {
        UInt32(truncatingIfNeeded: try self.readBigEndian(bytes: 4))
    }

    /// Takes eight bytes, the most significant first.
    public mutating func readUInt64() throws(WireError) -> UInt64 {
        try self.readBigEndian(bytes: 8)
    }

    /// Takes `count` bytes as they are.
    public mutating func readBytes(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        precondition(count >= 0, "A negative count of bytes: \(count)")
        guard count <= self.remaining else {
            throw .truncated(needed: UInt64(count), present: self.remaining)
        }
        defer { self.position += count }
        return self.bytes[self.position..<self.position + count]
    }

    private mutating func readBigEndian(bytes count: Int) throws(WireError) -> UInt64 {
        guard count <= self.remaining else {
            throw .truncated(needed: UInt64(count), present: self.remaining)
        }
        var value: UInt64 = 0
        for index in self.position..<self.position + count {
            value = value << 8 | UInt64(self.bytes[index])
        }
        self.position += count
        return value
    }
}

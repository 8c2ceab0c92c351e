/// Appends big-endian integers and runs of bytes.
public struct ByteWriter: Equatable, Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8]

    /// Goes on after `bytes`.
    public init(appendingTo bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    /// Makes room for `count` more bytes at once.
    public mutating func reserve(_ count: Int) {
        self.bytes.reserveCapacity(self.bytes.count + count)
    }

    /// Writes one byte.
    public mutating func write(_ value: UInt8) {
        self.bytes.append(value)
    }

    /// Writes two bytes, the most significant first.
    public mutating func write(_ value: UInt16) {
        self.writeBigEndian(UInt64(value), bytes: 2)
    }

    /// Writes four bytes, the most significant first.
    public mutating func write(_ value: UInt32) {
        self.writeBigEndian(UInt64(value), bytes: 4)
    }

    /// Writes eight bytes, the most significant first.
    public mutating func write(_ value: UInt64) {
        self.writeBigEndian(value, bytes: 8)
    }

    /// Writes `bytes` as they are.
    public mutating func write(bytes: [UInt8]) {
        self.bytes.append(contentsOf: bytes)
    }

    /// Writes `bytes` as they are.
    public mutating func write(bytes: ArraySlice<UInt8>) {
        self.bytes.append(contentsOf: bytes)
    }

    private mutating func writeBigEndian(_ value: UInt64, bytes count: Int) {
        for shift in stride(from: (count - 1) * 8, through: 0, by: -8) {
            self.bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    /// Replaces one byte that was written before.
    mutating func replace(at index: Int, with value: UInt8) {
        self.bytes[index] = value
    }

    /// Puts `inserted` before the byte at `index`, and moves what follows.
    mutating func insert(_ inserted: [UInt8], at index: Int) {
        self.bytes.insert(contentsOf: inserted, at: index)
    }

    mutating func append(utf8 text: String) {
        self.bytes.append(contentsOf: text.utf8)
    }
}

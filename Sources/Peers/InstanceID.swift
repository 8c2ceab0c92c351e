/// One run of a daemon: 16 bytes from the system's generator, new at each start.
///
/// A peer that comes back with a new instance has restarted; an old one that comes back is a
/// second machine with the same key.
public struct InstanceID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Bytes in an instance id.
    public static let byteCount = 16

    /// Makes an instance id of exactly 16 bytes; `nil` for any other count.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for byte in bytes[0..<8] { high = (high << 8) | UInt64(byte) }
        for byte in bytes[8..<16] { low = (low << 8) | UInt64(byte) }
        self.high = high
        self.low = low
    }

    /// The 16 bytes.
    public var bytes: [UInt8] {
        [self.high, self.low].flatMap { word in
            stride(from: UInt64(56), through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: word >> $0)
            }
        }
    }

    /// The first eight bytes, as the advert's `b` carries them.
    public var prefix: [UInt8] { Array(self.bytes.prefix(8)) }

    public var description: String { Base32.encoded(self.bytes) }
}

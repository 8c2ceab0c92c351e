/// One game: 16 bytes from the system's generator, new for each.
public struct GameID: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Bytes in a game id.
    public static let byteCount = 16

    /// Makes a game id of exactly 16 bytes; `nil` for any other count.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.high = bytes[0..<8].reduce(0) { ($0 << 8) | UInt64($1) }
        self.low = bytes[8..<16].reduce(0) { ($0 << 8) | UInt64($1) }
    }

    /// The 16 bytes, most significant first.
    public var bytes: [UInt8] { self.high.bigEndianBytes + self.low.bigEndianBytes }

    /// 32 hexadecimal digits.
    public var description: String { self.bytes.hexadecimal }

    public static func < (left: GameID, right: GameID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension FixedWidthInteger {
    /// The integer's bytes, most significant first.
    var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: self >> Self($0))
        }
    }
}

extension [UInt8] {
    /// Two lower-case hexadecimal digits for each byte.
    var hexadecimal: String {
        self.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

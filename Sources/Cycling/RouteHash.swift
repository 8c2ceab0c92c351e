import Digest

/// Names the points of a shared route: equal for whoever rides the same ones.
public struct RouteHash: Hashable, Sendable, CustomStringConvertible {
    /// Bytes in a hash.
    public static let byteCount = SHA256.byteCount

    public let bytes: [UInt8]

    /// A hash of exactly 32 bytes; `nil` for any other count.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// 64 hexadecimal digits.
    public var description: String {
        self.bytes.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
    }

    /// The SHA-256 of `content`.
    init(of content: [UInt8]) {
        self.bytes = SHA256.hash(content)
    }
}

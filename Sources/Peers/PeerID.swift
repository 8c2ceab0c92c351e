/// Who a peer is: the SHA-256 of its TLS public key (DER SubjectPublicKeyInfo), 32 bytes.
///
/// Names, addresses and adverts are labels and hints; only this is identity. The order is that of
/// the bytes, most significant first; the lower of two ids is the pair's arbiter.
public struct PeerID: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    /// Bytes in an id.
    public static let byteCount = 32

    /// Characters in an id's text: 52 of base32.
    public static let textCount = 52

    /// Makes an id of exactly 32 bytes; `nil` for any other count.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        func word(_ index: Int) -> UInt64 {
            var value: UInt64 = 0
            for byte in bytes[index * 8..<index * 8 + 8] { value = (value << 8) | UInt64(byte) }
            return value
        }
        self.first = word(0)
        self.second = word(1)
        self.third = word(2)
        self.fourth = word(3)
    }

    /// Makes an id of its text, 52 characters of base32 in either case.
    public init?(text: String) {
        guard text.utf8.count == Self.textCount, let bytes = Base32.decoded(text) else {
            return nil
        }
        self.init(bytes)
    }

    /// The 32 bytes, most significant first.
    public var bytes: [UInt8] {
        [self.first, self.second, self.third, self.fourth].flatMap { word in
            stride(from: UInt64(56), through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: word >> $0)
            }
        }
    }

    /// The whole id, 52 characters of lower-case base32: also the DNS-SD instance label.
    public var description: String { Base32.encoded(self.bytes) }

    /// The first eight characters in upper case, for people to tell peers apart.
    public var short: String { String(self.description.prefix(8)).uppercased() }

    public static func < (left: PeerID, right: PeerID) -> Bool {
        (left.first, left.second, left.third, left.fourth)
            < (right.first, right.second, right.third, right.fourth)
    }
}

/// A DNS-SD service type such as `_paceline._tcp`.
///
/// RFC 6763 §7 and RFC 6335 §5.1. Avahi accepts a name of 16 characters, which others refuse.
/// A subtype is refused: where Avahi can't add one it reports neither success nor failure.
public struct ServiceType: Equatable, Sendable {
    /// 15: RFC 6335 §5.1.
    static let nameCharactersMaximum = 15

    /// The type as it is written, for instance `_paceline._tcp`.
    public let text: String

    /// Checks `text`; it is kept as it was written.
    public init(_ text: String) throws(ServiceDiscoveryError) {
        guard Self.isValid(text) else { throw .invalidType(text) }
        self.text = text
    }

    private static func isValid(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts.first, let last = parts.last else { return false }
        guard last.elementsEqual("_tcp".utf8) || last.elementsEqual("_udp".utf8) else {
            return false
        }
        guard first.first == UInt8(ascii: "_") else { return false }
        let name = Array(first.dropFirst())
        let hyphen = UInt8(ascii: "-")
        guard (1...Self.nameCharactersMaximum).contains(name.count) else { return false }
        guard name.first != hyphen, name.last != hyphen else { return false }
        guard name.contains(where: self.isLetter) else { return false }
        guard zip(name, name.dropFirst()).allSatisfy({ $0 != hyphen || $1 != hyphen }) else {
            return false
        }
        return name.allSatisfy { byte in
            self.isLetter(byte) || byte == hyphen
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

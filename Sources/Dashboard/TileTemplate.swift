/// Where the map's images are, if its user wants any: an address with places for their numbers.
///
/// It comes from the daemon's own user, and still goes by narrow rules: its origin becomes part of
/// the page's security policy, where a semicolon or a comma would begin another rule.
public struct TileTemplate: Equatable, Sendable {
    /// 512: as much as anybody's key and style in an address takes.
    public static let byteMaximum = 512

    /// As it was given.
    public let text: String
    /// The scheme, the host and the port, the one origin that the page may have images from.
    let origin: String

    /// Why a text is no template.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        case tooLong(bytes: Int)
        case scheme
        case host
        case character
        case missing(String)
        case unknown(String)

        public var description: String {
            switch self {
            case .tooLong(let bytes):
                "it has \(bytes) bytes, and at most \(TileTemplate.byteMaximum) are taken."
            case .scheme: "it must begin with https:// or http://."
            case .host:
                "behind its scheme it must have a host's name or IPv4 address, a port if need be, "
                    + "and a path, as in https://tiles.example/{z}/{x}/{y}.png."
            case .character:
                "it may hold printable ASCII only, and no space, quote, semicolon, backslash or "
                    + "angle bracket."
            case .missing(let name):
                "it must say where \(name) goes, as in https://tiles.example/{z}/{x}/{y}.png."
            case .unknown(let name):
                "it has \(name), and only {z}, {x}, {y} and {r} are filled in."
            }
        }
    }

    public init(_ text: String) throws(Problem) {
        let bytes = [UInt8](text.utf8)
        guard bytes.count <= Self.byteMaximum else { throw .tooLong(bytes: bytes.count) }
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && !"\"'`;\\<>".utf8.contains($0) })
        else { throw .character }
        guard let scheme = ["https://", "http://"].first(where: text.lowercased().hasPrefix) else {
            throw .scheme
        }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")),
            let authority = String(rest[..<slash]), Self.isAuthority(authority)
        else { throw .host }
        let names = try Self.placeholders(text.utf8[slash...])
        for needed in ["{z}", "{x}", "{y}"] where !names.contains(needed) {
            throw .missing(needed)
        }
        self.text = text
        self.origin = scheme + authority.lowercased()
    }

    /// A name or an IPv4 address, and a port perhaps; nobody's name and password.
    private static func isAuthority(_ text: String) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let host = parts[0]
        let isHost =
            (1...253).contains(host.utf8.count)
            && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy(self.isLabelByte)
            }
        guard parts.count == 2 else { return isHost }
        let digits = parts[1]
        return isHost && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (UInt16(digits) ?? 0) > 0
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// What is filled in; `{r}` is `@2x` on a fine screen, and else nothing.
    private static func placeholders(_ path: Substring.UTF8View) throws(Problem) -> Set<String> {
        var names: Set<String> = []
        var rest = path
        while let start = rest.firstIndex(where: "{}".utf8.contains) {
            let name = String(Substring(rest[start...].prefix(3)))
            guard ["{z}", "{x}", "{y}", "{r}"].contains(name) else { throw .unknown(name) }
            names.insert(name)
            rest = rest[start...].dropFirst(3)
        }
        return names
    }
}

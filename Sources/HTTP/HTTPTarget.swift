/// What a request is for: an absolute path, and a query that may follow it (RFC 9112 §3.2.1).
public struct HTTPTarget: Equatable, Sendable {
    /// The path with its percent encodings undone: text in UTF-8 that begins with a slash.
    public let path: String
    /// What follows the first question mark, as it was sent; `nil` without one.
    public let query: String?

    /// Reads the origin form only, as browsers send it to a server that is no proxy.
    ///
    /// Refused with 400: every other form, bytes that no URI may hold, half an encoding, and
    /// encodings of what a path can't be trusted with: control characters, bytes that are no UTF-8,
    /// and a slash or a backslash, which would mean one thing here and another elsewhere.
    public init(_ text: String) throws(HTTPRefusal) {
        let bytes = [UInt8](text.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.dropFirst().first != UInt8(ascii: "/") else {
            throw HTTPRefusal(.badRequest, "The target must be a path, as in /events.")
        }
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }), !bytes.contains(UInt8(ascii: "#"))
        else {
            throw HTTPRefusal(.badRequest, "The target holds a character that no target may hold.")
        }
        let parts = bytes.split(
            separator: UInt8(ascii: "?"),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        self.path = try Self.decoded(parts[0])
        self.query = parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : nil
    }

    /// Undoes percent encodings (RFC 3986 §2.1).
    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) -> String {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(self.digit),
                let low = rest.popFirst().flatMap(self.digit)
            else { throw HTTPRefusal(.badRequest, "The target holds half a percent encoding.") }
            let hidden = high << 4 | low
            guard hidden >= 0x20, hidden != 0x7F, hidden != UInt8(ascii: "/"),
                hidden != UInt8(ascii: "\\")
            else {
                throw HTTPRefusal(
                    .badRequest,
                    "The target hides a character that a path can't have."
                )
            }
            decoded.append(hidden)
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw HTTPRefusal(.badRequest, "The target is not text in UTF-8.")
        }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

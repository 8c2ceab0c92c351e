/// Writes a JSON text on one line, with the members in their order.
///
/// Pure. What a terminal could take for a command (control characters, also those above ASCII, and
/// the marks that turn the direction of text) is written as an escape, so that a document can be
/// shown as it is.
public struct JSONWriter {
    private var bytes: [UInt8] = []

    private init() {}

    /// The text of `value` as UTF-8, without a newline.
    public static func bytes(of value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(value)
        return writer.bytes
    }

    /// The text of `value`, without a newline.
    public static func text(of value: JSONValue) -> String {
        String(decoding: self.bytes(of: value), as: UTF8.self)
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: self.write("null")
        case .bool(let flag): self.write(flag ? "true" : "false")
        case .int(let number): self.write(String(number))
        case .double(let number): self.write(number.isFinite ? "\(number)" : "null")
        case .string(let text): self.writeString(text)
        case .array(let items):
            self.write("[")
            for (index, item) in items.enumerated() {
                if index > 0 { self.write(",") }
                self.write(item)
            }
            self.write("]")
        case .object(let object):
            self.write("{")
            for (index, member) in object.members.enumerated() {
                if index > 0 { self.write(",") }
                self.writeString(member.name)
                self.write(":")
                self.write(member.value)
            }
            self.write("}")
        }
    }

    private mutating func writeString(_ text: String) {
        self.write("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": self.write("\\\"")
            case "\\": self.write("\\\\")
            case "\n": self.write("\\n")
            case "\r": self.write("\\r")
            case "\t": self.write("\\t")
            default:
                if Self.isEscaped(scalar) {
                    self.writeEscape(scalar)
                } else {
                    self.bytes.append(
                        contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                    )
                }
            }
        }
        self.write("\"")
    }

    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private mutating func writeEscape(_ scalar: Unicode.Scalar) {
        let digits = String(scalar.value, radix: 16)
        self.write("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
    }

    private mutating func write(_ text: String) {
        self.bytes.append(contentsOf: text.utf8)
    }
}

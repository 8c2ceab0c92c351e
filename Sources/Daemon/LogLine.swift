/// One line of the log: a time, a level, a sentence, and pairs of keys and values.
///
/// `key=value` by default, one JSON object a line with `--log-format json`.
struct LogLine: Equatable, Sendable {
    enum Format: String, CaseIterable, Sendable {
        case text
        case json
    }

    let at: String
    let level: LogLevel
    let message: String
    let fields: [(key: String, value: String)]

    static func == (left: LogLine, right: LogLine) -> Bool {
        left.text(.json) == right.text(.json)
    }

    /// The line, without its end.
    func text(_ format: Format) -> String {
        switch format {
        case .text:
            var line = "\(self.at) level=\(self.level.word) msg=\(Self.quoted(self.message))"
            for field in self.fields { line += " \(field.key)=\(Self.valueText(field.value))" }
            return line
        case .json:
            var line = "{\"at\":\(Self.quoted(self.at)),\"level\":\(Self.quoted(self.level.word))"
            line += ",\"msg\":\(Self.quoted(self.message))"
            for field in self.fields {
                line += ",\(Self.quoted(field.key)):\(Self.quoted(field.value))"
            }
            return line + "}"
        }
    }

    private static func valueText(_ value: String) -> String {
        let isPlain =
            !value.isEmpty
            && value.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value != 0x7F && $0 != "\"" && $0 != "=" && $0 != "\\"
            }
        return isPlain ? value : self.quoted(value)
    }

    /// A JSON string (RFC 8259 §7); what could move a cursor is escaped.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default:
                if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                    let digits = String(scalar.value, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }
}

import Control

/// One line of the log: a time, a level, a sentence, and pairs of keys and values.
///
/// `key=value` by default, one JSON object a line with `--log-format json`.
package struct LogLine: Equatable, Sendable {
    package enum Format: String, CaseIterable, Sendable {
        case text
        case json
    }

    package let at: String
    package let level: LogLevel
    package let message: String
    package let fields: [(key: String, value: String)]

    package init(
        at: String,
        level: LogLevel,
        message: String,
        fields: [(key: String, value: String)]
    ) {
        self.at = at
        self.level = level
        self.message = message
        self.fields = fields
    }

    package static func == (left: LogLine, right: LogLine) -> Bool {
        left.text(.json) == right.text(.json)
    }

    /// The line, without its end.
    package func text(_ format: Format) -> String {
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
        let quoted = self.quoted(value)
        let isPlain =
            !value.isEmpty && quoted.utf8.count == value.utf8.count + 2
            && !value.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "=" }
        return isPlain ? value : quoted
    }

    /// A JSON string (RFC 8259 §7); what could move a cursor or turn text is escaped.
    private static func quoted(_ text: String) -> String {
        JSONWriter.text(of: .string(text))
    }
}

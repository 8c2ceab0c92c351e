/// Words a command's help from its entry in the table.
enum HelpText {
    /// 80: fits every terminal, and pages in a mail.
    private static let columns = 80

    static func lines(of command: Command, path: [String]) -> [String] {
        let spoken = (["paceline"] + path).joined(separator: " ")
        var lines = ["\(spoken): \(command.summary)", ""]
        lines.append("Usage: \(self.usage(of: command, spoken: spoken))")
        for paragraph in command.details {
            lines.append("")
            lines += self.wrapped(paragraph, indent: 0)
        }
        lines += self.section("Commands", command.subcommands.map { ($0.name, $0.summary) })
        lines += self.section("Arguments", command.arguments.map { ($0.usage, $0.help) })
        lines += self.section("Options", command.options.map { (self.names(of: $0), $0.help) })
        lines += self.section(
            "Options of every command",
            CommandLineParser.globalOptions.map { (self.names(of: $0), $0.help) }
        )
        lines += self.section("Examples", command.examples.map { ($0.line, $0.meaning) })
        if !command.subcommands.isEmpty {
            lines += ["", "`\(spoken) COMMAND --help` says more about one of them."]
        }
        return lines
    }

    static func usage(of command: Command, spoken: String) -> String {
        var words = [spoken]
        if command.action == nil { words.append("COMMAND") }
        words += command.arguments.map(\.usage)
        words += command.options.map { "[\($0.usage)]" }
        return words.joined(separator: " ")
    }

    static func names(of option: CommandOption) -> String {
        [option.short, option.usage].compactMap(\.self).joined(separator: ", ")
    }

    private static func section(
        _ title: String,
        _ entries: [(name: String, text: String)]
    ) -> [String] {
        guard !entries.isEmpty else { return [] }
        let widest = min(28, entries.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0)
        var lines = ["", "\(title):"]
        for (name, text) in entries {
            let gap = widest - DisplayWidth.columns(of: name)
            let wrapped = self.wrapped(text, indent: widest + 4)
            if gap < 0 {
                lines.append("  \(name)")
                lines += wrapped
            } else {
                let first = wrapped.first?.drop { $0 == " " } ?? ""
                lines.append("  \(name)\(String(repeating: " ", count: gap + 2))\(first)")
                lines += wrapped.dropFirst()
            }
        }
        return lines
    }

    private static func wrapped(_ text: String, indent: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > self.columns {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        lines.append(line)
        return lines.map { String(repeating: " ", count: indent) + $0 }
    }
}

import Control

/// The manual page, written from the command table (man-pages(7), groff_man(7)).
enum ManPage {
    static func lines(of root: Command) -> [String] {
        var lines = [
            ".TH PACELINE 1 \"\" \"Paceline \(Release.version)\" \"Paceline\"",
            ".SH NAME", self.escaped("paceline - \(root.summary)"),
            ".SH SYNOPSIS", ".B paceline", ".I COMMAND", self.escaped("[ARGUMENT]… [OPTION]…"),
            ".SH DESCRIPTION",
        ]
        for paragraph in root.details {
            lines += [".PP", self.escaped(paragraph)]
        }
        lines += [".SH OPTIONS"] + self.options(CommandLineParser.globalOptions)
        lines.append(".SH COMMANDS")
        for command in root.subcommands {
            lines += self.entry(of: command, path: [command.name])
        }
        lines += [".SH EXAMPLES"] + self.examples(root.examples)
        lines += [
            ".SH ENVIRONMENT",
            ".TP", "PACELINE_SOCKET", "The daemon's control socket, unless --socket names it.",
            ".TP", "XDG_RUNTIME_DIR", "The control socket is paceline/control.sock below it.",
            ".TP", "NO_COLOR", "When set to anything, no colours are used.",
        ].map { $0.hasPrefix(".") ? $0 : self.escaped($0) }
        lines += [".SH SEE ALSO", ".BR pacelined (1)"]
        return lines
    }

    private static func entry(of command: Command, path: [String]) -> [String] {
        guard command.subcommands.isEmpty else {
            return [".SS " + self.escaped((["paceline"] + path).joined(separator: " "))]
                + [self.escaped(self.sentence(command.summary))]
                + command.details.flatMap { [".PP", self.escaped($0)] }
                + command.subcommands.flatMap { self.entry(of: $0, path: path + [$0.name]) }
        }
        let spoken = (["paceline"] + path).joined(separator: " ")
        var lines = [".SS " + self.escaped(HelpText.usage(of: command, spoken: spoken))]
        lines.append(self.escaped(self.sentence(command.summary)))
        for paragraph in command.details {
            lines += [".PP", self.escaped(paragraph)]
        }
        for argument in command.arguments {
            lines += [".TP", ".I " + self.escaped(argument.usage), self.escaped(argument.help)]
        }
        return lines + self.options(command.options) + self.examples(command.examples)
    }

    private static func options(_ options: [CommandOption]) -> [String] {
        options.flatMap {
            [".TP", ".B " + self.escaped(HelpText.names(of: $0)), self.escaped($0.help)]
        }
    }

    private static func examples(_ examples: [Command.Example]) -> [String] {
        examples.flatMap { [".TP", ".B " + self.escaped($0.line), self.escaped($0.meaning)] }
    }

    private static func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + "."
    }

    /// Text that roff takes as text: no escapes, no requests, dashes that stay dashes.
    private static func escaped(_ text: String) -> String {
        var safe = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": safe += "\\e"
            case "-": safe += "\\-"
            case _ where scalar.isASCII: safe.unicodeScalars.append(scalar)
            default: safe += "\\[u\(Self.hexadecimal(scalar))]"
            }
        }
        return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

import Platform

// The command line and the configuration file.
extension DaemonOptions {
    /// What a command line asks for.
    public enum Request: Equatable, Sendable {
        case run(DaemonOptions)
        case help
        case version
    }

    /// Reads a command line, without the program's name, on top of what the configuration says.
    public static func parse(
        _ arguments: [String], configuration: DaemonOptions
    ) throws(Problem) -> Request {
        var options = configuration
        var rest = arguments[...]
        // What is repeatable on the command line takes the place of the configuration's list.
        if arguments.contains(where: { $0.hasPrefix("--interface") }) { options.interfaces = [] }
        let place = "pacelined"
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" { return .help }
            if argument == "--version" { return .version }
            guard argument.hasPrefix("--"), argument.utf8.count > 2 else {
                throw .unknown(argument, place: place)
            }
            let parts = argument.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            let takesValue = Self.table.first { $0.name == name }?.value != nil
            var value = parts.count == 2 ? String(parts[1]) : nil
            if takesValue, value == nil {
                guard let next = rest.popFirst() else {
                    throw .missingValue("--\(name)", place: place)
                }
                value = next
            }
            try options.set(name, value, place: place)
        }
        return .run(options)
    }

    /// Reads a configuration file: `option = value` a line, `#` begins a comment.
    public static func configuration(_ text: String, path: String) throws(Problem) -> DaemonOptions {
        var options = DaemonOptions()
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let content = line.drop(while: \.isWhitespace)
            guard let first = content.first, first != "#" else { continue }
            let parts = content.split(separator: "=", maxSplits: 1)
            let name = Self.trimmed(parts[0])
            let value = parts.count == 2 ? Self.trimmed(parts[1]) : nil
            try options.set(name, value, place: "\(path):\(index + 1)")
        }
        return options
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// What `--help` prints.
    public static var help: String {
        var lines = [
            "Usage: pacelined [OPTION]…", "",
            "Finds other Paceline daemons on the local network, joins them by itself, and shares",
            "activities with them. Runs in the foreground and logs to stderr; `paceline` talks to it.",
            "",
        ]
        let rows = Self.table.map { entry in
            ("--\(entry.name)" + (entry.value.map { " \($0)" } ?? ""), entry.summary)
        }
        for (usage, summary) in rows + [("--version", "print the version"), ("--help", "print this")]
        {
            let padding = String(repeating: " ", count: max(2, 30 - usage.count))
            lines.append("  \(usage)\(padding)\(summary)")
        }
        lines += [
            "", "The same options, without dashes, may stand in $XDG_CONFIG_HOME/paceline/config,",
            "one a line: name = ada",
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}

extension DaemonOptions {
    /// What the user's configuration file says; nothing when there is none.
    public static func configured() throws -> DaemonOptions {
        guard let folder = Surroundings.folder("XDG_CONFIG_HOME", below: ".config") else {
            return DaemonOptions()
        }
        let path = "\(folder)/paceline/config"
        guard let bytes = try Files.read(path, atMost: 1 << 16) else { return DaemonOptions() }
        return try Self.configuration(String(decoding: bytes, as: UTF8.self), path: path)
    }
}

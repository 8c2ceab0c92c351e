import Platform

// The command line and the configuration file.
extension DaemonOptions {
    /// What a command line asks for.
    public enum Request: Equatable, Sendable {
        case run(DaemonOptions)
        case help
        case version
    }

    /// What a command line asks for that needs nothing else read; `nil` when it is to run.
    public static func question(in arguments: [String]) -> Request? {
        if arguments.contains("--help") || arguments.contains("-h") { return .help }
        return arguments.contains("--version") ? .version : nil
    }

    /// Reads a command line, without the program's name, on top of what the configuration says.
    public static func parse(
        _ arguments: [String],
        configuration: DaemonOptions
    ) throws(Problem) -> Request {
        var options = configuration
        var rest = arguments[...]
        // What is repeatable on the command line takes the place of the configuration's list.
        if arguments.contains(where: { $0.hasPrefix("--interface") }) { options.interfaces = [] }
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--"), argument != "--" else { throw .argument(argument) }
            let parts = argument.dropFirst(2).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let name = String(parts[0])
            let takesValue = Self.table.first { $0.name == name }?.value != nil
            var value = parts.count == 2 ? String(parts[1]) : nil
            if takesValue, value == nil {
                guard let next = rest.popFirst() else {
                    throw .missingValue(name, at: .commandLine)
                }
                value = next
            }
            try options.set(name, value, at: .commandLine)
        }
        return .run(options)
    }

    /// Reads a configuration file: `option = value` a line, `#` begins a comment.
    public static func configuration(
        _ bytes: [UInt8],
        path: String
    ) throws(Problem) -> DaemonOptions {
        var options = DaemonOptions()
        // Some editors begin a file with a byte order mark.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let place = OptionPlace.file(path, line: index + 1)
            guard let text = String(validating: line, as: UTF8.self) else {
                throw .notUTF8(at: place)
            }
            let content = text.drop(while: \.isWhitespace)
            guard let first = content.first, first != "#" else { continue }
            let parts = content.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let name = Self.trimmed(parts[0])
            let value = parts.count == 2 ? Self.trimmed(parts[1]) : nil
            try options.set(name, value, at: place)
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
            "activities with them. Runs in the foreground and logs to stderr; `paceline` talks to",
            "it.",
            "",
        ]
        let rows = Self.table.map { entry in
            ("--\(entry.name)" + (entry.value.map { " \($0)" } ?? ""), entry.summary)
        }
        for (usage, summary) in rows + [
            ("--version", "print the version"), ("--help", "print this"),
        ] {
            let padding = String(repeating: " ", count: max(2, 30 - usage.count))
            lines.append("  \(usage)\(padding)\(summary)")
        }
        lines += [
            "", "The same options, without dashes, may stand in $XDG_CONFIG_HOME/paceline/config,",
            "one a line: name = ada",
            "",
            "SIGTERM, SIGINT and, unless it was started with `nohup`, SIGHUP stop it with",
            "goodbyes. It reads its configuration at the start only.",
            "Exit status: 0 stopped; 1 could not start; 64 an option that can't be followed.",
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
        return try Self.configuration(bytes, path: path)
    }
}

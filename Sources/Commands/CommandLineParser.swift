/// Makes an invocation of the words of a command line.
///
/// Pure. Options may stand anywhere; `--` ends them; `--name=value` and `--name value` are one; a
/// dash alone and what begins as a number below zero are words.
struct CommandLineParser {
    /// What a command line asks for.
    enum Request {
        case run(Command, Invocation)
        /// The help of the command at this path.
        case help([String])
        case version
    }

    /// What any command takes.
    static let globalOptions = [
        CommandOption(
            name: "--socket",
            value: "PATH",
            help: "the daemon's control socket; else PACELINE_SOCKET, else the user's own",
            isFile: true
        ),
        CommandOption(name: "--json", help: "print exactly one JSON document, or a line per event"),
        CommandOption(name: "--version", help: "print the version and end"),
        CommandOption(name: "--help", short: "-h", help: "explain the command and end"),
    ]

    private var tokens: ArraySlice<String>
    private var command: Command
    private var path: [String] = []
    private var words: [String] = []
    private var options: [String: String] = [:]
    private var isAfterDashes = false

    private init(_ tokens: [String], root: Command) {
        self.tokens = tokens[...]
        self.command = root
    }

    /// Reads the words after the program's name.
    static func parse(
        _ tokens: [String],
        root: Command = CommandTable.root
    ) throws(CommandFailure) -> Request {
        var parser = CommandLineParser(tokens, root: root)
        do {
            while let token = parser.tokens.popFirst() {
                try parser.take(token)
            }
        } catch {
            // Who asks for help with a wrong line gets help.
            let spoken = tokens.prefix { $0 != "--" }
            if spoken.contains("--help") || spoken.contains("-h") { return .help(parser.path) }
            throw error
        }
        return try parser.request()
    }

    // MARK: Words

    private mutating func take(_ token: String) throws(CommandFailure) {
        if !self.isAfterDashes {
            if token == "--" {
                self.isAfterDashes = true
                return
            }
            if token.hasPrefix("-"), token != "-", !Self.isNumber(token) {
                return try self.takeOption(token)
            }
        }
        guard self.command.action == nil, self.words.isEmpty else {
            self.words.append(token)
            return
        }
        guard let subcommand = self.command.subcommand(named: token) else {
            throw .usage(self.unknownVerb(token))
        }
        self.command = subcommand
        self.path.append(token)
    }

    /// Whether it is a dash before a digit: a number below zero, or a place that begins with one.
    private static func isNumber(_ token: String) -> Bool {
        let behind = token.utf8.dropFirst().drop { $0 == UInt8(ascii: ".") }
        return behind.first.map { (0x30...0x39).contains($0) } ?? false
    }

    private mutating func takeOption(_ token: String) throws(CommandFailure) {
        let parts = token.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let known = self.command.options + Self.globalOptions
        guard let option = known.first(where: { $0.name == name || $0.short == name }) else {
            throw .usage(self.unknownOption(name, known: known))
        }
        var value = parts.count == 2 ? String(parts[1]) : nil
        if let needed = option.value {
            value = value ?? self.tokens.popFirst()
            guard let value, !value.isEmpty else {
                throw .usage("\(option.name) needs a value: \(option.name) \(needed).")
            }
        } else if let value {
            throw .usage("\(option.name) takes no value, but “\(value)” was given.")
        }
        guard self.options.updateValue(value ?? "", forKey: option.name) == nil || value == nil
        else {
            throw .usage("\(option.name) is given twice.")
        }
    }

    // MARK: The whole line

    private func request() throws(CommandFailure) -> Request {
        if self.options["--help"] != nil { return .help(self.path) }
        if self.options["--version"] != nil { return .version }
        guard self.command.action != nil else {
            if self.path.isEmpty { return .help([]) }
            let verbs = self.command.subcommands.map(\.name).joined(separator: ", ")
            throw .usage("`\(self.spoken)` needs one of these after it: \(verbs).")
        }
        let invocation = Invocation(
            path: self.path,
            words: try self.placed(),
            options: self.options
        )
        return .run(self.command, invocation)
    }

    private func placed() throws(CommandFailure) -> [String: [String]] {
        var left = self.words[...]
        var placed: [String: [String]] = [:]
        for (index, argument) in self.command.arguments.enumerated() {
            if argument.isRepeating {
                placed[argument.name] = Array(left)
                left = []
                continue
            }
            guard let word = left.first else {
                guard argument.isOptional else {
                    throw .usage("`\(self.spoken)` needs \(argument.usage): \(argument.help).")
                }
                continue
            }
            guard let value = argument.value(of: word) else {
                throw .usage(self.unknownValue(word, of: argument))
            }
            left = left.dropFirst()
            placed[argument.name] = [value]
            if argument.isSpread {
                let behind = self.command.arguments.dropFirst(index + 1).count { !$0.isOptional }
                placed[argument.name]? += left.dropLast(behind)
                left = left.suffix(behind)
            }
        }
        if let extra = left.first {
            throw .usage("`\(self.spoken)` takes no further word, but “\(extra)” was given.")
        }
        return placed
    }

    // MARK: What was probably meant

    private var spoken: String {
        (["paceline"] + self.path).joined(separator: " ")
    }

    private func unknownVerb(_ token: String) -> String {
        let nearest = Nearest.candidate(to: token, among: self.command.subcommands.map(\.name))
        let meant =
            nearest.map { "did you mean `\(self.spoken) \($0)`?" }
            ?? "`\(self.spoken) --help` lists what there is."
        return "`\(self.spoken)` has no command “\(token)”; \(meant)"
    }

    private func unknownOption(_ name: String, known: [CommandOption]) -> String {
        let nearest = Nearest.candidate(to: name, among: known.map(\.name))
        let meant =
            nearest.map { "did you mean \($0)?" }
            ?? "put -- before a word that begins with a dash."
        return "`\(self.spoken)` has no option \(name); \(meant)"
    }

    private func unknownValue(_ word: String, of argument: Argument) -> String {
        let nearest = Nearest.candidate(to: word, among: argument.values)
        let meant = nearest.map { "; did you mean “\($0)”?" } ?? "."
        let values = argument.values.joined(separator: ", ")
        return "`\(self.spoken)` takes one of \(values), not “\(word)”\(meant)"
    }
}

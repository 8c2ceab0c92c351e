/// `paceline help`: what a command does, from the table.
enum HelpCommand {
    static let command: Command = Command(
        name: "help",
        summary: "explain a command",
        arguments: [
            Argument(
                name: "COMMAND",
                help: "the command's words, as in `paceline help game guess`",
                isOptional: true,
                isRepeating: true
            )
        ],
        action: { invocation, console throws(CommandFailure) in
            try console.write(lines: try HelpCommand.lines(for: invocation.words["COMMAND"] ?? []))
        }
    )

    /// The help of the command at `path`.
    static func lines(for path: [String]) throws(CommandFailure) -> [String] {
        var command = CommandTable.root
        var spoken = "paceline"
        for name in path {
            guard let next = command.subcommand(named: name) else {
                let names = command.subcommands.map(\.name)
                let nearest = Nearest.candidate(to: name, among: names)
                let meant = nearest.map { "; did you mean `\(spoken) \($0)`?" } ?? "."
                throw .usage("`\(spoken)` has no command “\(name)”\(meant)")
            }
            command = next
            spoken += " \(name)"
        }
        return HelpText.lines(of: command, path: path)
    }
}

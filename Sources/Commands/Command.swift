/// One entry of the command table: a verb, or a family of verbs.
///
/// Parsing, help, completions and the man page all come from these, so that they can't differ.
struct Command: Sendable {
    /// What is typed.
    let name: String
    /// One line, without a full stop, that completes “paceline NAME: …”.
    let summary: String
    /// Paragraphs for its own help, as full sentences.
    var details: [String] = []
    var arguments: [Argument] = []
    var options: [CommandOption] = []
    var examples: [Example] = []
    var subcommands: [Command] = []
    /// What it does; absent for a family of verbs.
    var action: Action?

    /// Does what the invocation asks, and writes what it has to say to the console.
    typealias Action = @Sendable (Invocation, Console) throws(CommandFailure) -> Void

    /// A line to type, and what it is for.
    struct Example: Equatable, Sendable {
        let line: String
        let meaning: String
    }

    func subcommand(named name: String) -> Command? {
        self.subcommands.first { $0.name == name }
    }
}

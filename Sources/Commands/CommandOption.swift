/// Something that may be said about a command, in any place.
struct CommandOption: Equatable, Sendable {
    /// With its two dashes.
    let name: String
    /// One letter with its dash, if it has a short form.
    var short: String?
    /// What its value is called; absent: it takes none.
    var value: String?
    /// A phrase.
    let help: String
    /// Whether a shell should offer file names.
    var isFile = false

    /// As it stands in a usage line: `--socket PATH`.
    var usage: String {
        self.value.map { "\(self.name) \($0)" } ?? self.name
    }
}

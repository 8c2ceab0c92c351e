/// A word that a command takes by its place.
struct Argument: Equatable, Sendable {
    /// As it is shown in a usage line, in capitals.
    let name: String
    /// A phrase.
    let help: String
    var isOptional = false
    /// Takes all the words that are left.
    var isRepeating = false
    /// The only words that may stand there; empty: any.
    var values: [String] = []
    /// Whether a shell should offer file names.
    var isFile = false

    /// As it stands in a usage line: `NAME`, `[NAME]`, `on|off`.
    var usage: String {
        let word = self.values.isEmpty ? self.name : self.values.joined(separator: "|")
        let repeated = self.isRepeating ? "\(word)…" : word
        return self.isOptional ? "[\(repeated)]" : repeated
    }
}

/// A word that a command takes by its place.
struct Argument: Equatable, Sendable {
    /// As it is shown in a usage line, in capitals.
    let name: String
    /// A phrase.
    let help: String
    var isOptional = false
    /// Takes all the words that are left.
    var isRepeating = false
    /// May be typed as several words: it takes all that the arguments behind it don't need.
    var isSpread = false
    /// The only words that may stand there; empty: any.
    var values: [String] = []
    /// Whether one of the values is also meant by other cases, and by the marks behind a title.
    var isForgiving = false
    /// Words that a shell should offer among others.
    var suggestions: [String] = []
    /// Whether a shell should offer file names.
    var isFile = false

    /// As it stands in a usage line: `NAME`, `[NAME]`, `on|off`.
    var usage: String {
        let word = self.values.isEmpty ? self.name : self.values.joined(separator: "|")
        let repeated = self.isRepeating ? "\(word)…" : word
        return self.isOptional ? "[\(repeated)]" : repeated
    }

    /// The value that a word means; `nil` if it is none of the only ones.
    func value(of word: String) -> String? {
        guard !self.values.isEmpty else { return word }
        guard self.isForgiving else { return self.values.contains(word) ? word : nil }
        let plain = word.lowercased().filter { !"'’!".contains($0) }
        return self.values.first { $0 == plain }
    }
}

/// One place where a rule is broken.
struct Offence: Equatable, CustomStringConvertible {
    let path: String
    /// Counted from 1.
    let line: Int
    /// What is banned, or what was measured.
    let what: String
    let instead: String

    var description: String {
        "\(self.path):\(self.line): \(self.what); instead: \(self.instead)"
    }
}

/// One Swift file, cut into lines of code and comments.
struct SourceFile: Sendable {
    /// Relative to the top of the repository, for instance `Sources/Wire/ByteReader.swift`.
    let path: String
    /// The lines as written.
    let lines: [String]
    /// The same lines without comments and contents of strings.
    let code: [String]
    /// The comments, with the index of their first line.
    let comments: [Comment]

    struct Comment: Sendable {
        let line: Int
        let text: String
    }

    init(path: String, text: String) {
        self.path = path
        self.lines = Self.lines(of: text)
        let lexer = Lexer(text)
        self.code = Self.lines(of: String(decoding: lexer.code, as: UTF8.self))
        self.comments = lexer.comments.map { Comment(line: $0.line, text: $0.text) }
    }

    /// The file's name without `.swift`.
    var stem: String {
        String(self.path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
    }

    /// The target that it belongs to, by the folder.
    var target: String? {
        let parts = self.path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : nil
    }

    var isInSources: Bool { self.path.hasPrefix("Sources/") }
    var isInTests: Bool { self.path.hasPrefix("Tests/") }

    /// Whether a line carries a waiver with a reason.
    func isWaived(_ line: Int) -> Bool {
        self.comments.contains { $0.line == line && $0.text.contains(/tidy-ok: *\S.{2,}/) }
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

/// Finds functions and measures them, by counting braces.
struct Functions {
    /// Where functions begin, by line index, and how many lines they have.
    private(set) var found: [(start: Int, lines: Int)] = []

    private let text: [(character: Character, line: Int)]

    init(in file: SourceFile) {
        self.text = file.code.enumerated().flatMap { line, code in
            (code + "\n").map { ($0, line) }
        }
        for start in self.text.indices where self.beginsFunction(at: start) {
            guard let end = self.end(from: start) else { continue }
            self.found.append((self.text[start].line, end - self.text[start].line + 1))
        }
    }

    private func word(at start: Int) -> String? {
        let isInside = start > 0 && Self.isPartOfWord(self.text[start - 1].character)
        guard !isInside, Self.isPartOfWord(self.text[start].character) else { return nil }
        return String(
            self.text[start...].prefix { Self.isPartOfWord($0.character) }.map(\.character)
        )
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    private func beginsFunction(at start: Int) -> Bool {
        guard let word = self.word(at: start) else { return false }
        guard start == 0 || self.text[start - 1].character != "." else { return false }
        switch word {
        case "func", "subscript", "deinit": return true
        case "init":
            let next = self.text.indices.contains(start + 4) ? self.text[start + 4].character : " "
            return "(?<".contains(next)
        default: return false
        }
    }

    /// The line on which the body ends; nil for a requirement of a protocol, which has none.
    private func end(from start: Int) -> Int? {
        var (braces, brackets) = (0, 0)
        for index in self.text.indices[(start + 1)...] {
            switch self.text[index].character {
            case "(", "[": brackets += 1
            case ")", "]": brackets -= 1
            case "{" where brackets == 0 || braces > 0: braces += 1
            case "}" where brackets == 0 || braces > 0:
                braces -= 1
                if braces == 0 { return self.text[index].line }
                if braces < 0 { return nil }
            default:
                let isHead = braces == 0 && brackets == 0
                if isHead, let word = self.word(at: index), Self.declaring.contains(word) {
                    return nil
                }
            }
        }
        return nil
    }

    private static let declaring: Set<String> = [
        "func", "var", "let", "struct", "class", "enum", "actor", "protocol", "extension",
        "subscript",
        "associatedtype",
    ]
}

/// Tells code from comments and from the contents of strings.
///
/// It keeps every line where it is: what is no code becomes blanks. What is interpolated in a
/// string is code. Regex literals are taken for code, so they must hold no quotation marks.
struct Lexer {
    /// The text with comments, contents of strings and back-ticked names blanked out.
    private(set) var code: [UInt8] = []
    /// The comments with their markers, by the index of the line on which each begins.
    private(set) var comments: [(line: Int, text: String)] = []

    private enum Mode: Equatable {
        case code
        case string(hashes: Int, multiline: Bool)
        case interpolation(depth: Int)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 0
    private var modes: [Mode] = [.code]

    init(_ text: String) {
        self.bytes = Array(text.utf8)
        while self.position < self.bytes.count {
            if case .string(let hashes, let multiline) = self.modes.last {
                self.readString(hashes, multiline)
            } else {
                self.readCode()
            }
        }
    }

    private func sees(_ word: String, at offset: Int = 0) -> Bool {
        self.bytes[min(self.position + offset, self.bytes.count)...].starts(with: word.utf8)
    }

    private mutating func keep(_ count: Int = 1) {
        for _ in 0..<count where self.position < self.bytes.count {
            self.line += self.bytes[self.position] == UInt8(ascii: "\n") ? 1 : 0
            self.code.append(self.bytes[self.position])
            self.position += 1
        }
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where self.position < self.bytes.count {
            let isNewline = self.bytes[self.position] == UInt8(ascii: "\n")
            self.line += isNewline ? 1 : 0
            self.code.append(isNewline ? UInt8(ascii: "\n") : UInt8(ascii: " "))
            self.position += 1
        }
    }

    private mutating func readCode() {
        if self.sees("//") {
            self.readLineComment()
        } else if self.sees("/*") {
            self.readBlockComment()
        } else if self.sees("`") {
            self.readBackTicked()
        } else if let hashes = self.hashesBeforeQuote() {
            let multiline = self.sees("\"\"\"", at: hashes)
            self.keep(hashes + (multiline ? 3 : 1))
            self.modes.append(.string(hashes: hashes, multiline: multiline))
        } else {
            self.followParentheses()
            self.keep()
        }
    }

    private func hashesBeforeQuote() -> Int? {
        var hashes = 0
        while self.sees("#", at: hashes) { hashes += 1 }
        return self.sees("\"", at: hashes) ? hashes : nil
    }

    private mutating func followParentheses() {
        guard case .interpolation(let depth) = self.modes.last else { return }
        if self.sees("(") {
            self.modes[self.modes.count - 1] = .interpolation(depth: depth + 1)
        } else if self.sees(")") {
            if depth == 0 {
                self.modes.removeLast()
            } else {
                self.modes[self.modes.count - 1] = .interpolation(depth: depth - 1)
            }
        }
    }

    private mutating func readLineComment() {
        let (start, line) = (self.position, self.line)
        while self.position < self.bytes.count, !self.sees("\n") { self.blank() }
        self.note(line, from: start)
    }

    private mutating func readBlockComment() {
        let (start, line) = (self.position, self.line)
        var depth = 0
        repeat {
            if self.sees("/*") {
                depth += 1
                self.blank(2)
            } else if self.sees("*/") {
                depth -= 1
                self.blank(2)
            } else {
                self.blank()
            }
        } while depth > 0 && self.position < self.bytes.count
        self.note(line, from: start)
    }

    private mutating func note(_ line: Int, from start: Int) {
        let text = String(decoding: self.bytes[start..<self.position], as: UTF8.self)
        self.comments.append((line, text))
    }

    private mutating func readBackTicked() {
        self.keep()
        while self.position < self.bytes.count, !self.sees("`"), !self.sees("\n") { self.blank() }
        self.keep()
    }

    private mutating func readString(_ hashes: Int, _ multiline: Bool) {
        let fence = String(repeating: "#", count: hashes)
        let end = (multiline ? "\"\"\"" : "\"") + fence
        if self.sees("\\" + fence + "(") {
            self.blank(hashes + 1)
            self.keep()
            self.modes.append(.interpolation(depth: 0))
        } else if self.sees("\\" + fence) {
            self.blank(hashes + 2)
        } else if self.sees(end) {
            self.keep(end.utf8.count)
            self.modes.removeLast()
        } else if !multiline, self.sees("\n") {
            self.modes.removeLast()
        } else {
            self.blank()
        }
    }
}

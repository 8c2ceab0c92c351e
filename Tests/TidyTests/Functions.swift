/// Finds functions and measures them, by counting braces.
struct Functions {
    /// Where functions begin, by line index, and how many lines they have.
    private(set) var found: [(start: Int, lines: Int)] = []

    private let bytes: [UInt8]
    /// The index of each byte's line.
    private let lines: [Int]

    init(in file: SourceFile) {
        var bytes: [UInt8] = []
        var lines: [Int] = []
        for (line, code) in file.code.enumerated() {
            bytes += code.utf8
            bytes.append(UInt8(ascii: "\n"))
            lines += repeatElement(line, count: bytes.count - lines.count)
        }
        (self.bytes, self.lines) = (bytes, lines)
        for start in bytes.indices where self.beginsFunction(at: start) {
            guard let end = self.end(from: start) else { continue }
            self.found.append((lines[start], end - lines[start] + 1))
        }
    }

    private func word(at start: Int) -> String? {
        guard self.beginsWord(at: start) else { return nil }
        return String(decoding: self.bytes[start...].prefix(while: Self.isOfWord), as: UTF8.self)
    }

    private func beginsWord(at start: Int) -> Bool {
        guard Self.isOfWord(self.bytes[start]) else { return false }
        return start == 0 || !Self.isOfWord(self.bytes[start - 1])
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private func beginsFunction(at start: Int) -> Bool {
        guard let word = self.word(at: start) else { return false }
        guard start == 0 || self.bytes[start - 1] != UInt8(ascii: ".") else { return false }
        switch word {
        case "func", "subscript", "deinit": return true
        case "init":
            let next = start + word.utf8.count
            return next < self.bytes.count && "(?<".utf8.contains(self.bytes[next])
        default: return false
        }
    }

    /// The line on which the body ends; nil for a requirement of a protocol, which has none.
    private func end(from start: Int) -> Int? {
        var (braces, brackets) = (0, 0)
        for index in (start + 1)..<self.bytes.count {
            switch self.bytes[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: "{") where brackets == 0 || braces > 0: braces += 1
            case UInt8(ascii: "}") where brackets == 0 || braces > 0:
                braces -= 1
                if braces == 0 { return self.lines[index] }
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

/// One line of text that somebody is typing, and the lines typed before.
///
/// Pure. The cursor moves by what a reader takes for one character.
public struct LineEditor: Equatable, Sendable {
    /// What a key led to, beyond a change of the line.
    public enum Event: Equatable, Sendable {
        /// Enter: the line is done, and a new one has begun.
        case submitted(String)
        /// Ctrl-C: the line is thrown away.
        case interrupted(hadText: Bool)
        /// Ctrl-D on an empty line.
        case ended
        /// Ctrl-Z.
        case suspended
        /// Ctrl-L.
        case redrawn
    }

    /// 1,024: whatever is typed here is a number or a word.
    public static let charactersMaximum = 1_024
    /// 64: a character is not made of more marks than that.
    private static let characterBytesMaximum = 64
    /// 100 lines: an evening of guessing.
    private static let historyMaximum = 100

    /// The line, cut as a reader sees it.
    public private(set) var characters: [Character] = []
    /// How many characters stand before the cursor.
    public private(set) var cursor = 0
    private var history: [String] = []
    /// Which line of the history is shown; its count: the one being typed.
    private var place = 0
    private var draft: [Character] = []

    public init() {}

    /// A line as it is shown once more, with the cursor at its end.
    public init(showing text: String) {
        self.characters = Array(text)
        self.cursor = self.characters.count
    }

    /// The line as it stands.
    public var text: String { String(self.characters) }

    /// Takes a key; what is more than a change of the line comes back.
    public mutating func press(_ key: Key) -> Event? {
        switch key {
        case .scalar(let scalar): self.insert(scalar)
        case .enter: return .submitted(self.submit())
        case .interrupt:
            let hadText = !self.characters.isEmpty
            self.clear()
            return .interrupted(hadText: hadText)
        case .endOfInput:
            guard !self.characters.isEmpty else { return .ended }
            self.remove(self.cursor..<self.cursor + 1)
        case .suspend: return .suspended
        case .redraw: return .redrawn
        case .backspace: self.remove(self.cursor - 1..<self.cursor)
        case .delete: self.remove(self.cursor..<self.cursor + 1)
        case .eraseLine: self.remove(0..<self.cursor)
        case .eraseRest: self.remove(self.cursor..<self.characters.count)
        case .eraseWord: self.remove(self.wordStart..<self.cursor)
        case .left: self.cursor = max(0, self.cursor - 1)
        case .right: self.cursor = min(self.characters.count, self.cursor + 1)
        case .wordLeft: self.cursor = self.wordStart
        case .wordRight: self.cursor = self.wordEnd
        case .home: self.cursor = 0
        case .end: self.cursor = self.characters.count
        case .up: self.show(self.place - 1)
        case .down: self.show(self.place + 1)
        }
        return nil
    }

    // MARK: Text

    private mutating func insert(_ scalar: Unicode.Scalar) {
        if self.cursor > 0 {
            // A mark, or what a joiner ties to the last, is no character of its own.
            let before = self.characters[self.cursor - 1]
            let joined = String(before) + String(Character(scalar))
            if joined.count == 1, let character = joined.first {
                guard joined.utf8.count <= Self.characterBytesMaximum else { return }
                self.characters[self.cursor - 1] = character
                return
            }
        }
        guard self.characters.count < Self.charactersMaximum else { return }
        self.characters.insert(Character(scalar), at: self.cursor)
        self.cursor += 1
    }

    private mutating func remove(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<self.characters.count)
        guard !range.isEmpty else { return }
        self.characters.removeSubrange(range)
        if self.cursor > range.lowerBound {
            self.cursor = max(range.lowerBound, self.cursor - range.count)
        }
    }

    private mutating func clear() {
        self.characters = []
        self.cursor = 0
        self.draft = []
        self.place = self.history.count
    }

    private var wordStart: Int {
        var index = self.cursor
        while index > 0, self.characters[index - 1].isWhitespace { index -= 1 }
        while index > 0, !self.characters[index - 1].isWhitespace { index -= 1 }
        return index
    }

    private var wordEnd: Int {
        var index = self.cursor
        while index < self.characters.count, self.characters[index].isWhitespace { index += 1 }
        while index < self.characters.count, !self.characters[index].isWhitespace { index += 1 }
        return index
    }

    // MARK: Lines typed before

    private mutating func submit() -> String {
        let text = self.text
        if !text.isEmpty, self.history.last != text {
            self.history.append(text)
            if self.history.count > Self.historyMaximum { self.history.removeFirst() }
        }
        self.clear()
        return text
    }

    private mutating func show(_ place: Int) {
        guard (0...self.history.count).contains(place), place != self.place else { return }
        if self.place == self.history.count { self.draft = self.characters }
        self.place = place
        let isDraft = place == self.history.count
        self.characters = isDraft ? self.draft : Array(self.history[place])
        self.cursor = self.characters.count
    }
}

extension String {
    /// Whether these bytes are in it.
    ///
    /// Where only few lines can match a regex, this finds them: it compares bytes and not
    /// characters.
    func holds(_ part: String) -> Bool {
        var (text, part) = (self, part)
        return text.withUTF8 { text in
            part.withUTF8 { part in
                guard let first = part.first else { return true }
                guard text.count >= part.count else { return false }
                return (0...text.count - part.count).contains { start in
                    text[start] == first
                        && part.indices.allSatisfy { text[start + $0] == part[$0] }
                }
            }
        }
    }
}

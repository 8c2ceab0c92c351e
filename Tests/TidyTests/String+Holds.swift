extension String {
    /// Whether these bytes are in it.
    ///
    /// Where few lines can match a regex, this finds them: it compares bytes, not characters.
    func holds(_ part: String) -> Bool {
        var (text, part) = (self, part)
        return text.withUTF8 { text in
            part.withUTF8 { part in
                guard let first = part.first, text.count >= part.count else { return false }
                for start in 0...(text.count - part.count) where text[start] == first {
                    let rest = UnsafeBufferPointer(rebasing: text[start..<(start + part.count)])
                    if rest.elementsEqual(part) { return true }
                }
                return false
            }
        }
    }
}

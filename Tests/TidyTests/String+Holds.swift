import Glibc

extension String {
    /// Whether these bytes are in it.
    ///
    /// Where only few lines can match a regex, this finds them: it compares bytes and not characters.
    func holds(_ part: String) -> Bool {
        var (text, part) = (self, part)
        return text.withUTF8 { text in
            part.withUTF8 { part in
                memmem(text.baseAddress ?? "", text.count, part.baseAddress ?? "", part.count)
                    != nil
            }
        }
    }
}

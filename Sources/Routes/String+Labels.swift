extension String {
    /// The text without white space of XML around it.
    var trimmed: String {
        let isBlank: (Character) -> Bool = { " \t\n\r\r\n".contains($0) }
        let start = self.drop(while: isBlank)
        guard let end = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(start[...end])
    }

    /// As many whole characters from its front as fit into so many bytes of UTF-8.
    func cut(toBytes maximum: Int) -> String {
        guard self.utf8.count > maximum else { return self }
        var (bytes, end) = (0, self.startIndex)
        while end < self.endIndex {
            let next = self.index(after: end)
            bytes += self.utf8.distance(from: end, to: next)
            guard bytes <= maximum else { break }
            end = next
        }
        return String(self[..<end])
    }
}

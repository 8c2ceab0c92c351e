/// Finds what somebody probably meant to type.
enum Nearest {
    /// The candidate with the fewest typing slips from `text`, if they are few for its length.
    static func candidate(to text: String, among candidates: [String]) -> String? {
        let allowed = max(1, min(3, text.count / 3))
        var best: (name: String, slips: Int)?
        for name in candidates {
            let slips = self.slips(from: Array(text.prefix(64)), to: Array(name))
            if slips <= allowed, slips < best?.slips ?? .max { best = (name, slips) }
        }
        return best?.name
    }

    /// Letters left out, put in, replaced, or swapped with a neighbour (optimal string alignment).
    private static func slips(from left: [Character], to right: [Character]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
                var least = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            before = previous
            previous = current
        }
        return previous[right.count]
    }
}

/// A bar of a round length, for judging distances in a picture.
public struct ScaleBar: Equatable, Sendable {
    /// 1, 2 or 5 times a power of ten.
    public let metres: Double
    /// How many characters it is long.
    public let columns: Int

    /// The longest bar with a round length of at most so many columns, of `metresOfColumn` each.
    ///
    /// A column has more than 0 m.
    public init(metresOfColumn: Double, columnsMaximum: Int) {
        let most = metresOfColumn * Double(max(1, columnsMaximum))
        var power = 0.001
        while power * 10 <= most { power *= 10 }
        let round = [5.0, 2, 1].first { power * $0 <= most } ?? 1
        self.metres = power * round
        self.columns = max(1, Int((self.metres / metresOfColumn).rounded()))
    }

    /// The length in words: `200 m`, `5 km`, `10 cm`.
    public var label: String {
        if self.metres >= 999 { return "\(Int((self.metres / 1_000).rounded())) km" }
        if self.metres >= 0.999 { return "\(Int(self.metres.rounded())) m" }
        return "\(max(1, Int((self.metres * 100).rounded()))) cm"
    }

    /// The bar and its length on a row.
    public var text: String {
        let line = String(repeating: "─", count: max(0, self.columns - 2))
        return "├\(line)┤ \(self.label)"
    }
}

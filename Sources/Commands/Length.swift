/// Lengths as people type and read them.
public enum Length {
    /// Metres of a text such as `500`, `500m` or `1.5 km`; `nil` if it is none.
    static func metres(of text: String) -> Double? {
        let plain = text.lowercased().filter { !$0.isWhitespace }
        if plain.hasSuffix("km") {
            return DecimalText.value(of: plain.dropLast(2)).map { $0 * 1_000 }
        }
        return DecimalText.value(of: plain.hasSuffix("m") ? plain.dropLast() : plain[...])
    }

    /// A length in words that are as exact as it is near: `8 m`, `1.2 km`, `640 km`.
    ///
    /// What is not finite is a dash.
    public static func text(metres: Double) -> String {
        guard metres.isFinite else { return "–" }
        let size = metres.magnitude
        let sign = metres < 0 ? "-" : ""
        if size < 999.5 { return "\(sign)\(Int(size.rounded())) m" }
        let tenths = Int((min(size, 1e12) / 100).rounded())
        return tenths < 100
            ? "\(sign)\(tenths / 10).\(tenths % 10) km" : "\(sign)\((tenths + 5) / 10) km"
    }
}

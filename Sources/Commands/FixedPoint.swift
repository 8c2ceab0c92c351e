/// Numbers with so many digits behind the point.
enum FixedPoint {
    /// The number, rounded to `decimals` digits, 0 to 6.
    ///
    /// Beyond 10¹² it is cut, and a dash stands for what is not finite.
    static func text(of number: Double, decimals: Int) -> String {
        guard number.isFinite else { return "–" }
        let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let scaled = Int((min(number.magnitude, 1e12) * Double(scale)).rounded())
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(scaled)" }
        let digits = String(scaled % scale)
        let zeros = String(repeating: "0", count: decimals - digits.count)
        return "\(sign)\(scaled / scale).\(zeros)\(digits)"
    }
}

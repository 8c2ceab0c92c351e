extension Double {
    /// The cosine of this angle in radians, taken to lie between 0 and π, to about 1e-15.
    ///
    /// A Taylor series, as libm's may differ in the last bit from machine to machine.
    var cosineOfHalfTurn: Double {
        let angle = min(max(self, 0), .pi)
        let square = angle * angle
        // From the term of the 32nd power, which is below 1e-19 at π, inwards.
        var sum = 1.0
        for power in stride(from: 32, to: 0, by: -2) {
            sum = 1 - sum * square / Double(power * (power - 1))
        }
        return sum
    }
}

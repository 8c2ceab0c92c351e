// Only + − × ÷ and the square root, each of which IEEE 754 rounds in one way: agents move alike on
// every machine.
extension SIMD2<Double> {
    /// The sum of the products of the parts.
    func dot(_ other: SIMD2<Double>) -> Double { self.x * other.x + self.y * other.y }

    var squaredLength: Double { self.dot(self) }

    var length: Double { self.squaredLength.squareRoot() }

    /// This vector with the length 1, or zero where it has no direction.
    var direction: SIMD2<Double> {
        let length = self.length
        return length > 0 && length.isFinite ? self / length : .zero
    }

    /// This vector, shortened where it is longer than `maximum`.
    func clipped(to maximum: Double) -> SIMD2<Double> {
        let length = self.length
        return length > maximum ? self * (maximum / length) : self
    }

    /// This vector turned by a quarter clockwise, where y points up.
    var turnedRight: SIMD2<Double> { SIMD2(self.y, -self.x) }
}

public import Geodesy

/// The route that is there when nobody has brought one: a made-up loop of 6.3 km.
///
/// It is computed, not recorded: a circle with two waves on it round its anchor,
/// r(θ) = R (1 + 0.18 cos 2θ + 0.07 sin 3θ) with θ clockwise from north, and R such that it is
/// 6300 m long. It crosses streets, houses and water at will; whoever shows it says so.
public struct SyntheticCityLoop: Sendable {
    public static let name = "Synthetic City Loop"
    public static let description =
        "A computed loop of 6.3 km that follows no streets: not for riding out of doors."
    /// One a second at 24.2 km/h, which makes a round of 15.6 minutes.
    public static let pointCount = 936
    /// Metres along the curve; through the points it is 16 mm less.
    public static let metres = 6_300.0

    /// The points in the order of riding, clockwise, without the first again at the end.
    public let points: [Coordinate]

    /// Computes the loop round a place.
    ///
    /// Some 20 ms of work, since R has no formula on an ellipsoid. libm has a part in it: two
    /// machines may differ in the last bit of a degree, so the points are compared by no hash.
    public init(around anchor: Coordinate) {
        let rates = (0..<Self.curveCount).map { index in
            Self.rate(2 * .pi * Double(index) / Double(Self.curveCount))
        }
        var radius = 962.2
        var curve = Self.curve(around: anchor, radius, rates)
        // The length grows all but exactly with R, so each round finds three more digits.
        for _ in 0..<Self.rounds {
            radius *= Self.metres / Self.length(of: curve)
            curve = Self.curve(around: anchor, radius, rates)
        }
        self.points = Self.resampled(curve)
    }

    /// The loop as a closed route.
    public func route() throws(RouteError) -> Route {
        try Route([self.points], isClosed: true)
    }

    // MARK: The curve

    /// Points of the curve that stand for it: their chords are a millimetre short, all together.
    private static let curveCount = 4 * Self.pointCount
    private static let rounds = 3

    /// How far the curve is from the anchor in that direction (in radians), in units of R.
    private static func rate(_ angle: Double) -> Double {
        1 + 0.18 * Trigonometry.cosine(2 * angle) + 0.07 * Trigonometry.sine(3 * angle)
    }

    private static func curve(
        around anchor: Coordinate,
        _ radius: Double,
        _ rates: [Double]
    ) -> [Coordinate] {
        rates.enumerated().map { index, rate in
            let azimuth = 360 * Double(index) / Double(rates.count)
            let end = Geodesic.destination(from: anchor, azimuth: azimuth, metres: radius * rate)
            return end?.coordinate ?? anchor
        }
    }

    private static func length(of curve: [Coordinate]) -> Double {
        zip(curve, curve.dropFirst() + curve.prefix(1)).reduce(0) { $0 + $1.0.metres(to: $1.1) }
    }

    /// Points on the curve at equal distances.
    private static func resampled(_ curve: [Coordinate]) -> [Coordinate] {
        guard let fine = try? Route([curve], isClosed: true) else {
            preconditionFailure("A loop of \(curve.count) points is no route.")
        }
        return (0..<Self.pointCount).map { index in
            fine.point(at: fine.metres * Double(index) / Double(Self.pointCount)).coordinate
        }
    }
}

import Geodesy

/// What a person lets others know of its rider.
public struct RidePrivacy: Equatable, Sendable {
    public var zones: [PrivacyZone] = []
    /// Nothing leaves at all.
    public var isInvisible = false
    /// The sides of the squares in metres of which others learn only the middle; `nil` for the
    /// truth.
    public var precision: Double?

    public init() {}

    /// Enough for home, work and friends; each costs a geodesic a report.
    public static let zonesMaximum = 32
    /// Metres of a side.
    ///
    /// Less than the finest makes no difference on the wire.
    public static let precisions = 1.0...100_000.0

    /// Whether nobody may know of a rider there.
    func hides(_ place: Coordinate) -> Bool {
        self.isInvisible || self.zones.contains { $0.hides(place) }
    }

    /// What may leave of the truth; `nil` when nothing may.
    ///
    /// With reduced precision neither course nor progress leave, which would tell more than the
    /// place. The rider helps, and is helped, where it is seen: else who was helped where would
    /// tell.
    public func published(_ truth: RiderReport) -> RiderReport? {
        guard !self.hides(truth.coordinate) else { return nil }
        guard let precision else { return truth }
        return RiderReport(
            status: truth.status,
            coordinate: Self.middle(of: truth.coordinate, side: precision),
            speed: truth.speed,
            course: nil,
            progress: nil,
            fixAge: truth.fixAge,
            uncertainty: max(precision, truth.uncertainty)
        )
    }

    /// Degrees of latitude have 110.57 to 111.69 km; with the most, squares are never too large.
    private static let metresOfDegree = 111_694.0

    /// The middle of the square of a fixed grid that the place lies in.
    ///
    /// The same for all places of the square, so that no mean of many tells more. It is less than a
    /// side away: half a diagonal is 0.71 of one. Rows of squares have whole numbers of them, the
    /// fewer the nearer to a pole.
    private static func middle(of place: Coordinate, side: Double) -> Coordinate {
        let rows = 180 * self.metresOfDegree / side
        let latitude = self.middle(place.latitude + 90, of: 180, parts: rows) - 90
        let parallel = Trigonometry.cosine(latitude * .pi / 180) * self.metresOfDegree
        let columns = max(0, 360 * parallel / side)
        let longitude = self.middle(place.longitude + 180, of: 360, parts: columns) - 180
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            preconditionFailure("The middle of a square of \(side) m round \(place): \(error)")
        }
    }

    /// The middle of the part in which a number lies, when a whole is cut into at least so many.
    private static func middle(_ number: Double, of whole: Double, parts: Double) -> Double {
        let count = Int(parts) + 1
        let index = min(count - 1, Int(number / whole * Double(count)))
        return (Double(index) + 0.5) / Double(count) * whole
    }
}

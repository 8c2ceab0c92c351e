public import Geodesy

/// What an owner tells others of one of its riders at one moment.
public struct RiderReport: Equatable, Sendable {
    /// Where along the owner's route, for riders that follow it.
    public struct Progress: Equatable, Sendable {
        /// Metres from the route's start, by the rules of `Route.point(at:)`.
        public let along: Double
        /// Whether the distance grows while it rides.
        public let isForward: Bool

        public init(along: Double, isForward: Bool) {
            self.along = along
            self.isForward = isForward
        }
    }

    public let status: RiderStatus
    public let coordinate: Coordinate
    /// Metres per second, never negative; 0 at rest.
    public let speed: Double
    /// Degrees clockwise from true north, 0 to 360 without 360; `nil` when there has been none yet.
    public let course: Double?
    /// `nil` for a rider that follows no route.
    public let progress: Progress?
    /// How old the position was when it was reported: for a receiver of satellites that has lost
    /// them this grows, while the reports go on.
    public let fixAge: Duration
    /// Metres within which the true position lies, when its owner has made it less precise; else 0.
    public let uncertainty: Double

    public init(
        status: RiderStatus,
        coordinate: Coordinate,
        speed: Double,
        course: Double?,
        progress: Progress?,
        fixAge: Duration = .zero,
        uncertainty: Double = 0
    ) {
        self.status = status
        self.coordinate = coordinate
        self.speed = speed
        self.course = course
        self.progress = progress
        self.fixAge = fixAge
        self.uncertainty = uncertainty
    }
}

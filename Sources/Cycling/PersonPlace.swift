import Geodesy

/// Where a person's rider is at one moment, and how it moves: the truth, which need not leave.
struct PersonPlace: Equatable, Sendable {
    let coordinate: Coordinate
    /// Metres per second.
    var speed = 0.0
    /// Degrees clockwise from north; `nil` when there has been none yet.
    var course: Double?
    /// Along the daemon's route, when the rider follows that one.
    var progress: RiderReport.Progress?
    /// How old the position is.
    var age: Duration = .zero
}

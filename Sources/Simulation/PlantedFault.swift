/// An error that is made on purpose between an engine and its shell, to see that it is caught.
public enum PlantedFault: Int, CaseIterable, Equatable, Sendable {
    /// The arbiter thinks that it has elected a link, and nobody hears of it.
    case swallowedElect
    /// The arbiter sends another number than it keeps.
    case olderElection
    /// A frame of the reliable lane is taken twice.
    case repeatedFrame
    /// Two frames of the reliable lane change places.
    case reorderedFrames
    /// `left` is told twice.
    case leftTwice
    /// A connection that was to be cut stays.
    case forgottenAbort
    /// What came on an old link is taken for the newest one's.
    case mixedLinks
    /// The daemon does not notice that it was held up.
    case noFreshProbe
    /// An older state of a rider is taken for a newer one.
    case olderState
    /// A rider that was removed stays.
    case ignoredRemoval
    /// A repair is told to people twice.
    case repairToldTwice
}

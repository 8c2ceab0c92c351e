/// What became of a fix.
public enum FixVerdict: Equatable, Sendable {
    /// It is the rider's position now.
    case taken
    /// It belongs to the epoch of the one before, which it has completed.
    case merged
    /// The receiver has no position; the last one ages.
    case noFix
    /// It can't be believed; a full sentence says why. The last position ages.
    case refused(String)
}

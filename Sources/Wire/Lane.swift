/// A frame's class of delivery.
///
/// Control goes before reliable and state in turn, and these before bulk; lanes are not ordered
/// among each other.
public enum Lane: UInt8, Sendable, CaseIterable {
    /// What keeps the link itself alive and agreed.
    case control = 0
    /// Delivered exactly once and in order while both instances live; has sequence numbers.
    case reliable = 1
    /// Keyed; the newest replaces the unsent older.
    case state = 2
    /// Large things in chunks, under a credit window.
    case bulk = 3
}

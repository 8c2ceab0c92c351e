/// Who sits in the saddle.
///
/// The raw value is its number on the wire.
public enum RiderKind: UInt64, CaseIterable, Sendable {
    /// Somebody at a machine, wherever the positions come from.
    case person = 1
    /// A simulated cyclist.
    case simulant = 2
}

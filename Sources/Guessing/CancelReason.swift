/// Why a game ended without a winner.
///
/// The raw value is the number on the wire, where 5 means one withdrawn guess, which ends nothing.
public enum CancelReason: UInt64, CaseIterable, Hashable, Sendable {
    /// The host ended it.
    case byHost = 1
    /// The host's daemon stops.
    case hostLeaving = 2
    /// A better game runs.
    case superseded = 3
    /// The log has no seat left.
    case logFull = 4

    /// The number of a withdrawn guess in the same place of the message.
    static let withdrawnGuess: UInt64 = 5
}

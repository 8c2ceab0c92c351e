/// Why a host did not number a guess.
///
/// The raw value is the number on the wire.
public enum RefusalReason: UInt64, CaseIterable, Hashable, Sendable {
    /// The number lies outside of the game's range.
    case outOfRange = 1
    /// The game has ended, or is not the host's.
    case notRunning = 2
    /// An earlier guess of the same guesser waits for its answer.
    case onePending = 3
    /// The log has no seat left.
    case logFull = 4

    /// What the guesser reads.
    public func sentence(host: String) -> String {
        switch self {
        case .outOfRange: GuessNumber.refusal
        case .notRunning: "The game of \(host) no longer runs; your guess was not taken."
        case .onePending: "An earlier guess of yours still waits for the answer of \(host)."
        case .logFull: "The game has reached its \(GuessLimits.logEventsMaximum) events."
        }
    }
}

public import Control

/// How far somebody has read the ride's log, which comes in answers and in events.
///
/// Pure. Entries are numbered without gaps, so that none is told twice, and one that is missing
/// between two is noticed.
public struct RideLogTail: Equatable, Sendable {
    /// What to do about an event.
    public enum Step: Equatable, Sendable {
        case show
        /// It has been shown.
        case pass
        /// Something before it has not been heard of: ask for what is after the last.
        case ask
    }

    /// The number of the last entry that was shown; 0 before the first.
    public private(set) var last: Int64 = 0
    /// Whether the log has been read at all: what is not kept any more is no gap.
    private var hasBegun = false

    public init() {}

    /// Takes an answer, and gives the entries that are new.
    public mutating func answered(_ log: JSONValue) -> [JSONValue] {
        self.hasBegun = true
        return (log["entries"]?.items ?? []).filter { entry in
            guard let number = entry["number"]?.integer, number > self.last else { return false }
            self.last = number
            return true
        }
    }

    /// Takes the entry of an event.
    public mutating func heard(_ entry: JSONValue) -> Step {
        guard let number = entry["number"]?.integer, number > self.last else { return .pass }
        guard self.hasBegun, number == self.last + 1 else { return .ask }
        self.last = number
        return .show
    }
}

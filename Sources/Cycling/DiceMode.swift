/// Which dice the simulants roll.
public enum DiceMode: CaseIterable, Sendable {
    /// The tutorial's, by which three in four stand with a flat tyre.
    case tutorial
    /// Kinder ones, by which three in four ride.
    case party

    /// The name in commands and JSON.
    public var word: String {
        switch self {
        case .tutorial: "tutorial"
        case .party: "party"
        }
    }
}

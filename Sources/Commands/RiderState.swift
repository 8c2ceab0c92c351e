/// What a rider is doing, in the words of the control API.
public enum RiderState: String, CaseIterable, Sendable {
    case cruisin
    case returnin
    case breather
    case flat
    case helpin

    /// The name for people, as the tutorial has it.
    public var title: String {
        switch self {
        case .cruisin: "Cruisin'"
        case .returnin: "Returnin'"
        case .breather: "Breather"
        case .flat: "Flat!"
        case .helpin: "Helpin'"
        }
    }

    /// How it looks on a terminal with colours.
    var style: TextStyle {
        switch self {
        case .cruisin: .green
        case .returnin: .cyan
        case .breather: .yellow
        case .flat: .red
        case .helpin: .magenta
        }
    }

    /// The title of a word that a daemon sent; one that is unknown here stands for itself.
    static func title(of word: String) -> String {
        RiderState(rawValue: word)?.title ?? word
    }
}

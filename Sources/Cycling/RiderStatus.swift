/// What a rider is doing (seed 000).
///
/// The raw value is its number on the wire.
public enum RiderStatus: UInt64, CaseIterable, Sendable {
    case cruisin = 1
    case returnin = 2
    case breather = 3
    case flat = 4
    case helpin = 5

    /// Whether the rider moves by itself in this state.
    public var isRiding: Bool {
        switch self {
        case .cruisin, .returnin: true
        case .breather, .flat, .helpin: false
        }
    }

    /// The name in commands and JSON.
    public var word: String {
        switch self {
        case .cruisin: "cruisin"
        case .returnin: "returnin"
        case .breather: "breather"
        case .flat: "flat"
        case .helpin: "helpin"
        }
    }

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
}

/// The numbers that a game is about, ends included: 1 to 100 unless the host chose others.
public struct GameRange: Hashable, Sendable {
    /// The least number.
    public let low: UInt32
    /// The greatest number, at most 999,999,999.
    public let high: UInt32

    /// Makes a range; `nil` when it is empty or reaches above nine digits.
    public init?(low: UInt32, high: UInt32) {
        guard low <= high, high <= GuessLimits.numberMaximum else { return nil }
        self.low = low
        self.high = high
    }

    private init(from low: UInt32, through high: UInt32) {
        self.low = low
        self.high = high
    }

    /// The seed's range: 1 to 100.
    public static let standard = GameRange(from: 1, through: 100)

    /// Whether the number is one of them.
    public func contains(_ number: UInt32) -> Bool { (self.low...self.high).contains(number) }
}

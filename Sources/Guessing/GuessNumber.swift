/// A number as a person types it: one to nine ASCII digits within a game's range.
///
/// No sign, no spaces, no digits of other scripts: what another machine might read differently, or
/// a person might not see, is no number.
public struct GuessNumber: Hashable, Sendable {
    /// The number.
    public let value: UInt32

    /// What a person reads when the text is no such number: the seed's own words.
    public static let refusal = "Please enter a valid number."

    /// The most digits, leading zeros included.
    public static let digitsMaximum = 9

    /// Reads a text; `nil` for anything but digits that give a number in the range.
    public init?(_ text: String, in range: GameRange) {
        let digits = text.utf8
        guard (1...Self.digitsMaximum).contains(digits.count) else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            // Nine digits stay below 2^32.
            value = value * 10 + UInt32(digit - 0x30)
        }
        guard range.contains(value) else { return nil }
        self.value = value
    }
}

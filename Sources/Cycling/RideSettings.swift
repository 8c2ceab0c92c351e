/// What is kept of the ride from one start of a daemon to the next.
///
/// Not where the person is: after a start nobody knows that.
public struct RideSettings: Equatable, Sendable {
    public var privacy: RidePrivacy
    /// How many simulants somebody wanted here; `nil` when nobody has said.
    public var simulants: Int?
    public var dice: DiceMode

    public init(
        privacy: RidePrivacy = RidePrivacy(),
        simulants: Int? = nil,
        dice: DiceMode = .party
    ) {
        self.privacy = privacy
        self.simulants = simulants
        self.dice = dice
    }
}

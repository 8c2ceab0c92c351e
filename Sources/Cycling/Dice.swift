/// The numbers that decide about simulants.
///
/// All are per simulated second, whatever the rate of ticks: the world rolls once a second and in
/// between only moves.
///
/// | | tutorial | party |
/// |---|---|---|
/// | puncture, each second of riding | 1 of 20 | 1 of 600 |
/// | repair by oneself, each second | 1 of 100 | 1 of 120 |
/// | riding lasts, of patience 4 to 24 | patience + 1 s | 10 × patience + 1 s |
/// | a breather lasts | patience + 1 s | 2 × patience + 1 s |
/// | extra time (1 to 6 of the patience) | once a life | anew on each entry |
/// | a helper's repair | 1 s | 4 s |
/// | simulants help, and ride in groups | no | yes |
///
/// Patience is inertia, 3 to 18, and extra time. Without help the tutorial's numbers lead to 75 %
/// with a flat tyre, 10 % at a breather and 15 % riding. Those of the party lead to some 72 %
/// riding, 13 % at a breather and 15 % flat, and help takes most of the last away.
struct Dice: Equatable, Sendable {
    let mode: DiceMode
    let punctureSides: Int
    let repairSides: Int
    let ridingFactor: Int
    let breatherFactor: Int
    let redrawsExtraTime: Bool
    let repairSeconds: Int
    let isSociable: Bool

    init(_ mode: DiceMode) {
        self.mode = mode
        switch mode {
        case .tutorial:
            (self.punctureSides, self.repairSides) = (20, 100)
            (self.ridingFactor, self.breatherFactor) = (1, 1)
            self.redrawsExtraTime = false
            self.repairSeconds = 1
            self.isSociable = false
        case .party:
            (self.punctureSides, self.repairSides) = (600, 120)
            (self.ridingFactor, self.breatherFactor) = (10, 2)
            self.redrawsExtraTime = true
            self.repairSeconds = 4
            self.isSociable = true
        }
    }

    /// How many seconds each of a patience's is.
    func factor(in status: RiderStatus) -> Int {
        switch status {
        case .cruisin, .returnin: self.ridingFactor
        case .breather: self.breatherFactor
        case .flat, .helpin: 0
        }
    }
}

import Gameplay

/// What distinguishes one simulant from another, for life.
struct Temperament: Equatable, Sendable {
    /// How long it stays with what it does: 3 to 18, most often 10 or 11.
    let inertia: Int
    /// Metres per second when it rides alone: 4.2 to 9.2, which is 15 to 33 km/h.
    let speed: Double
    /// 1 to 6 each.
    private var extraCruisin: Int
    private var extraReturnin: Int
    private var extraBreather: Int

    init(using source: inout some RandomSource) {
        let inertia = GaussianDistribution(lowestValue: 3, highestValue: 18)
        let millimetres = GaussianDistribution(lowestValue: 4_200, highestValue: 9_200)
        self.inertia = inertia.nextInt(using: &source)
        self.extraCruisin = RandomDistribution.d6.nextInt(using: &source)
        self.extraReturnin = RandomDistribution.d6.nextInt(using: &source)
        self.extraBreather = RandomDistribution.d6.nextInt(using: &source)
        self.speed = Double(millimetres.nextInt(using: &source)) / 1_000
    }

    /// What a context holds before it serves anybody.
    static let nobodys = Temperament()

    private init() {
        self.inertia = 0
        self.speed = 0
        (self.extraCruisin, self.extraReturnin, self.extraBreather) = (0, 0, 0)
    }

    /// Inertia and extra time: 4 to 24; 0 in states that don't end by the clock.
    func patience(in status: RiderStatus) -> Int {
        switch status {
        case .cruisin: self.inertia + self.extraCruisin
        case .returnin: self.inertia + self.extraReturnin
        case .breather: self.inertia + self.extraBreather
        case .flat, .helpin: 0
        }
    }

    mutating func redrawExtraTime(in status: RiderStatus, using source: inout some RandomSource) {
        switch status {
        case .cruisin: self.extraCruisin = RandomDistribution.d6.nextInt(using: &source)
        case .returnin: self.extraReturnin = RandomDistribution.d6.nextInt(using: &source)
        case .breather: self.extraBreather = RandomDistribution.d6.nextInt(using: &source)
        case .flat, .helpin: break
        }
    }
}

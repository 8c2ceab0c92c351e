/// Who the riders of one owner are, as it says.
///
/// It may say so before they are reported, and it holds when one comes back.
struct RiderIntroductions: Equatable, Sendable {
    private struct Introduced: Equatable {
        let introduction: RiderIntroduction
        let version: UInt64
    }

    private var introduced: [UInt32: Introduced] = [:]

    /// Who that rider is; `nil` until its owner has said so.
    subscript(number: UInt32) -> RiderIntroduction? { self.introduced[number]?.introduction }

    /// By which count that was said.
    func version(of number: UInt32) -> UInt64? { self.introduced[number]?.version }

    /// Takes what is said of some riders; of each, the higher version holds.
    ///
    /// When there are too many, those that `isNeeded` does not name are forgotten.
    mutating func insert(
        _ riders: [RiderIntroduction],
        version: UInt64,
        isNeeded: (UInt32) -> Bool
    ) {
        var hasMadeRoom = false
        for rider in riders {
            let known = self.introduced[rider.number]
            guard version >= known?.version ?? 0 else { continue }
            if known == nil, self.introduced.count >= RideLimits.ridersMaximum {
                // Once a message: else a thousand names would look through a thousand each.
                if !hasMadeRoom { self.keep(isNeeded) }
                hasMadeRoom = true
                guard self.introduced.count < RideLimits.ridersMaximum else { continue }
            }
            self.introduced[rider.number] = Introduced(introduction: rider, version: version)
        }
    }

    /// Forgets all others.
    mutating func keep(_ isNeeded: (UInt32) -> Bool) {
        self.introduced = self.introduced.filter { isNeeded($0.key) }
    }

    /// Its owner's versions begin anew; until it speaks again, the names hold.
    mutating func beginAnew() {
        self.introduced = self.introduced.mapValues {
            Introduced(introduction: $0.introduction, version: 0)
        }
    }
}

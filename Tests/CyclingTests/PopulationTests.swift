import Testing

@testable import Cycling

/// What the dice lead to, from fixed seeds, against ride.md 2.3 and the table of `Dice`.
@Suite struct PopulationTests {
    private struct Census {
        var shares: [RiderStatus: Double] = [:]
        /// How often a state was entered, in 1,000 rider-seconds.
        var entries: [RiderStatus: Double] = [:]
        /// Of the stints of riding, how many ended in a flat.
        var flatShare = 0.0
    }

    private func census(_ dice: DiceMode, riders: Int, seconds: Int) throws -> Census {
        // So long a route that nobody meets anybody.
        let far = try Samples.world(simulants: riders, dice: dice, seed: 2_024)
        var world = far
        var counts: [RiderStatus: Int] = [:]
        var entries: [RiderStatus: Int] = [:]
        for _ in 0..<seconds {
            world.step()
            counts.merge(world.population) { $0 + $1 }
            for event in world.takeEvents() {
                if case .entering(let status) = event.what { entries[status, default: 0] += 1 }
            }
        }
        let total = Double(riders * seconds)
        let flats = Double(entries[.flat] ?? 0)
        return Census(
            shares: counts.mapValues { Double($0) / total },
            entries: entries.mapValues { Double($0) * 1_000 / total },
            flatShare: flats / (flats + Double(entries[.breather] ?? 0))
        )
    }

    @Test func `under the tutorial's dice three in four are flat`() throws {
        let census = try self.census(.tutorial, riders: 1_000, seconds: 4_000)
        #expect(abs((census.shares[.flat] ?? 0) - 0.748) < 0.006)
        #expect(abs((census.shares[.breather] ?? 0) - 0.099) < 0.003)
        #expect(abs((census.shares[.cruisin] ?? 0) - 0.079) < 0.003)
        #expect(abs((census.shares[.returnin] ?? 0) - 0.073) < 0.003)
        #expect(census.shares[.helpin] == nil)
        #expect(abs((census.entries[.flat] ?? 0) - 7.64) < 0.15)
        #expect(abs((census.entries[.breather] ?? 0) - 7.00) < 0.15)
        #expect(abs(census.flatShare - 0.522) < 0.005)
    }

    @Test func `at a party most ride most of the time`() throws {
        let census = try self.census(.party, riders: 300, seconds: 4_000)
        let riding = (census.shares[.cruisin] ?? 0) + (census.shares[.returnin] ?? 0)
        #expect((0.7...0.9).contains(riding))
        #expect((0.05...0.2).contains(census.shares[.breather] ?? 0))
        #expect((0.0...0.15).contains(census.shares[.flat] ?? 1))
        #expect((census.shares[.returnin] ?? 0) > 0.2)
    }

    @Test func `a lonely rider's party is as its table says`() throws {
        // One a world, so that there is nobody to help.
        var counts: [RiderStatus: Int] = [:]
        for seed in 1...300 as ClosedRange<UInt64> {
            var world = try Samples.world(simulants: 1, dice: .party, seed: seed)
            for _ in 0..<4_000 {
                world.step()
                counts.merge(world.population) { $0 + $1 }
            }
        }
        let shares = counts.mapValues { Double($0) / 1_200_000 }
        #expect(abs((shares[.cruisin] ?? 0) + (shares[.returnin] ?? 0) - 0.72) < 0.02)
        #expect(abs((shares[.breather] ?? 0) - 0.13) < 0.01)
        #expect(abs((shares[.flat] ?? 0) - 0.15) < 0.02)
    }
}

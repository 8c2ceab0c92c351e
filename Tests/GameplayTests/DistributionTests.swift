import Determinism
import Foundation
import Gameplay
import Testing

@Suite struct DistributionTests {
    private static let draws = 60_000

    /// How often each outcome came.
    private static func counts(
        of distribution: some Distribution,
        seed: UInt64 = 2_017,
        upperBound: Int? = nil
    ) -> [Int] {
        var (distribution, source) = (distribution, MersenneTwisterRandomSource(seed: seed))
        var counts = [Int](repeating: 0, count: distribution.numberOfPossibleOutcomes)
        for _ in 0..<Self.draws {
            let outcome =
                upperBound.map { distribution.nextInt(upperBound: $0, using: &source) }
                ?? distribution.nextInt(using: &source)
            counts[outcome - distribution.lowestValue] += 1
        }
        return counts
    }

    /// The chance of each integer from 3 through 18 in a normal distribution with the mean 10.5 and
    /// the deviation 2.5, cut at three deviations and rounded: by the error function, which the
    /// code under test does without.
    private static let truncatedNormal: [Double] = (3...18).map { outcome in
        func below(_ place: Double) -> Double { erf((place - 10.5) / 2.5 / 2.0.squareRoot()) }
        return below(min(18, Double(outcome) + 0.5)) - below(max(3, Double(outcome) - 0.5))
    }

    /// In how many of 216 ways three dice make 3 through 18.
    private static let threeDice: [Double] = (3...18).map { sum in
        var ways = 0
        for first in 1...6 {
            for second in 1...6 where (1...6).contains(sum - first - second) { ways += 1 }
        }
        return Double(ways)
    }

    // MARK: Uniform

    @Test func `dice include both ends and are fair`() {
        for die in [.d6, .d20, RandomDistribution(lowestValue: -3, highestValue: 3)] {
            let counts = Self.counts(of: die)
            #expect(counts.allSatisfy { $0 > 0 })
            #expect(ChiSquare(counts, weights: counts.map { _ in 1 }).isFair)
        }
        #expect(RandomDistribution.d6.lowestValue == 1)
        #expect(RandomDistribution.d6.highestValue == 6)
        #expect(RandomDistribution.d20.numberOfPossibleOutcomes == 20)
        #expect(RandomDistribution(forDieWithSideCount: 100).highestValue == 100)
    }

    @Test func `a die's outcome below a bound is below it and no more than the greatest`() {
        let counts = Self.counts(of: RandomDistribution.d20, upperBound: 5)
        #expect(counts[4...].allSatisfy { $0 == 0 })
        #expect(ChiSquare(Array(counts[..<4]), weights: [1, 1, 1, 1]).isFair)
        #expect(Self.counts(of: RandomDistribution.d6, upperBound: 100).allSatisfy { $0 > 0 })
    }

    @Test func `a bound that nothing is below is refused`() async {
        await #expect(processExitsWith: .failure) {
            var source = LinearCongruentialRandomSource(seed: 1)
            _ = RandomDistribution.d6.nextInt(upperBound: 1, using: &source)
        }
    }

    @Test func `a die without sides is refused`() async {
        await #expect(processExitsWith: .failure) {
            _ = RandomDistribution(forDieWithSideCount: 0)
        }
    }

    @Test func `a d20's uniform numbers are multiples of a twentieth, never 0, up to 1`() {
        var source = LinearCongruentialRandomSource(seed: 8)
        var seen: Set<Double> = []
        for _ in 0..<2_000 { seen.insert(RandomDistribution.d20.nextUniform(using: &source)) }
        #expect(seen == Set((1...20).map { Double($0) / 20 }))
        let none = RandomDistribution(lowestValue: -2, highestValue: 0)
        #expect(none.nextUniform(using: &source) == 0)
    }

    @Test func `a distribution's coin is the source's`() {
        var (one, two) = (SeededGenerator(seed: 4), SeededGenerator(seed: 4))
        for _ in 0..<50 {
            #expect(RandomDistribution.d6.nextBool(using: &one) == two.nextBool())
        }
    }

    // MARK: Gaussian

    @Test func `between 3 and 18 the mean is 10.5 and the deviation 2.5`() {
        let bell = GaussianDistribution(lowestValue: 3, highestValue: 18)
        #expect(bell.mean == 10.5)
        #expect(bell.deviation == 2.5)
    }

    @Test(arguments: [1, 2, 3])
    func `the bell is the truncated normal, and not three dice`(seed: UInt64) {
        let bell = GaussianDistribution(lowestValue: 3, highestValue: 18)
        let counts = Self.counts(of: bell, seed: seed)
        #expect(ChiSquare(counts, weights: Self.truncatedNormal).isFair)
        #expect(ChiSquare(counts, weights: Self.threeDice).deviations > 20)
    }

    @Test func `three dice are not the bell`() {
        var source = MersenneTwisterRandomSource(seed: 11)
        var counts = [Int](repeating: 0, count: 16)
        for _ in 0..<Self.draws {
            let sum = (0..<3).reduce(0) { sum, _ in
                sum + RandomDistribution.d6.nextInt(using: &source)
            }
            counts[sum - 3] += 1
        }
        #expect(ChiSquare(counts, weights: Self.threeDice).isFair)
        #expect(ChiSquare(counts, weights: Self.truncatedNormal).deviations > 20)
    }

    /// ride.md 1.4: mean 10.50, deviation 2.48, P(3) = P(18) = 0.0012, P(10) = P(11) = 0.156.
    @Test func `the bell has the numbers that were measured`() {
        let bell = GaussianDistribution(lowestValue: 3, highestValue: 18)
        let counts = Self.counts(of: bell).map(Double.init)
        let total = Double(Self.draws)
        let mean = zip(counts, 3...18).reduce(0) { $0 + $1.0 * Double($1.1) } / total
        let square = zip(counts, 3...18).reduce(0) { $0 + $1.0 * pow(Double($1.1) - mean, 2) }
        #expect(abs(mean - 10.5) < 0.04)
        #expect(abs((square / total).squareRoot() - 2.48) < 0.03)
        #expect(abs(counts[0] / total - 0.0012) < 0.0006)
        #expect(abs(counts[15] / total - 0.0012) < 0.0006)
        #expect(abs(counts[7] / total - 0.156) < 0.006)
        #expect(abs(counts[8] / total - 0.156) < 0.006)
    }

    @Test func `below a bound the bell keeps its shape`() {
        let bell = GaussianDistribution(lowestValue: 3, highestValue: 18)
        let counts = Self.counts(of: bell, upperBound: 10)
        #expect(counts[7...].allSatisfy { $0 == 0 })
        #expect(ChiSquare(Array(counts[..<7]), weights: Array(Self.truncatedNormal[..<7])).isFair)
        #expect(
            ChiSquare(Self.counts(of: bell, upperBound: 99), weights: Self.truncatedNormal).isFair
        )
    }

    @Test func `a bell below zero has the same shape`() {
        let bell = GaussianDistribution(lowestValue: -18, highestValue: -3)
        #expect(ChiSquare(Self.counts(of: bell), weights: Self.truncatedNormal).isFair)
    }

    @Test func `a bell by mean and deviation covers three deviations`() throws {
        let bell = try GaussianDistribution(mean: 10.5, deviation: 2.5)
        #expect(bell == GaussianDistribution(lowestValue: 3, highestValue: 18))
        let point = try GaussianDistribution(mean: 7, deviation: 0)
        #expect(Self.counts(of: point) == [Self.draws])
    }

    @Test(arguments: [(Double.nan, 1.0), (0, .nan), (0, -1), (.infinity, 1), (0, 1e300)])
    func `a bell over no range of integers is an error`(mean: Double, deviation: Double) {
        let error = #expect(throws: DistributionFault.self) {
            try GaussianDistribution(mean: mean, deviation: deviation)
        }
        #expect(
            error?.description
                == "A mean of \(mean) with a deviation of \(deviation) gives no range of integers."
        )
    }

    /// The numbers were computed by a second program, written in Python after the description of
    /// the method: the bits depend on nothing but the seed.
    @Test func `the bell gives the same numbers in every build and on every machine`() {
        var source = SeededGenerator(seed: 42)
        let bell = GaussianDistribution(lowestValue: 0, highestValue: 1_000_000_000)
        var hash = StableHash()
        let outcomes = (0..<1_000).map { _ in bell.nextInt(using: &source) }
        #expect(outcomes[..<3] == [83_862_971, 313_988_897, 784_587_942])
        for outcome in outcomes { hash.combine(UInt64(outcome)) }
        #expect(hash.value == 3_190_999_709_813_265_637)
    }

    // MARK: Shuffled

    @Test(arguments: [1, 2, 6, 20, 256])
    func `every outcome comes once before any comes again`(sides: Int) throws {
        var source = LinearCongruentialRandomSource(seed: UInt64(sides))
        var bag = try ShuffledDistribution(lowestValue: 1, highestValue: sides)
        var last: Int?
        for _ in 0..<50 {
            var seen: Set<Int> = []
            for _ in 0..<sides {
                let outcome = bag.nextInt(using: &source)
                #expect(seen.insert(outcome).inserted)
                if sides > 1 { #expect(outcome != last) }
                last = outcome
            }
            #expect(seen == Set(1...sides))
        }
    }

    @Test func `the first bag has its outcomes in every order alike`() throws {
        var source = LinearCongruentialRandomSource(seed: 77)
        let full = try ShuffledDistribution(lowestValue: 1, highestValue: 3)
        var counts: [[Int]: Int] = [:]
        for _ in 0..<6_000 {
            var bag = full
            counts[(0..<3).map { _ in bag.nextInt(using: &source) }, default: 0] += 1
        }
        #expect(ChiSquare(Array(counts.values), weights: [Double](repeating: 1, count: 6)).isFair)
    }

    @Test func `at the join of two bags only the repeat is moved, to any other place alike`() throws
    {
        var source = LinearCongruentialRandomSource(seed: 78)
        var bag = try ShuffledDistribution(lowestValue: 1, highestValue: 3)
        var (last, places) = (0, [0, 0, 0])
        for round in 0..<6_000 {
            let outcomes = (0..<3).map { _ in bag.nextInt(using: &source) }
            if round > 0, let place = outcomes.firstIndex(of: last) { places[place] += 1 }
            last = outcomes[2]
        }
        #expect(places[0] == 0)
        #expect(ChiSquare([places[1], places[2]], weights: [1, 1]).isFair)
    }

    @Test func `below a bound too, bags join without a repeat`() throws {
        var source = LinearCongruentialRandomSource(seed: 79)
        var bag = try ShuffledDistribution(lowestValue: 1, highestValue: 6)
        var last = 0
        for _ in 0..<200 {
            let outcome = bag.nextInt(upperBound: 3, using: &source)
            #expect(outcome == 1 || outcome == 2)
            #expect(outcome != last)
            last = outcome
        }
    }

    @Test func `more than 256 outcomes are an error with the numbers in it`() {
        let error = #expect(throws: DistributionFault.self) {
            try ShuffledDistribution(lowestValue: 0, highestValue: 256)
        }
        #expect(
            error?.description == "A shuffled distribution has at most 256 outcomes, not 257."
        )
    }

    @Test func `a bound passes over what is too great and leaves it in the bag`() throws {
        var source = LinearCongruentialRandomSource(seed: 6)
        var bag = try ShuffledDistribution(lowestValue: 1, highestValue: 6)
        let low = (0..<3).map { _ in bag.nextInt(upperBound: 4, using: &source) }
        let high = (0..<3).map { _ in bag.nextInt(using: &source) }
        #expect(Set(low) == [1, 2, 3])
        #expect(Set(high) == [4, 5, 6])
        for _ in 0..<100 {
            let outcome = bag.nextInt(upperBound: 2, using: &source)
            #expect(outcome == 1)
        }
    }
}

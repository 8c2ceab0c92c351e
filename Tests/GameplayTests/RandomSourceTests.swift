import Determinism
import Gameplay
import Testing

/// The vectors are ride.md 1.3's, and RFC 6229's for ARC4.
@Suite struct RandomSourceTests {
    @Test func `ARC4 gives the keystream of its key`() {
        var source = ARC4RandomSource(seed: Array("Key".utf8))
        let bytes = (0..<10).map { _ in source.nextByte() }
        #expect(bytes == [0xEB, 0x9F, 0x77, 0x81, 0xB7, 0x34, 0xCA, 0x72, 0xA7, 0x19])
    }

    /// RFC 6229, section 2: the key 0x0102030405.
    @Test(arguments: [
        (0, [UInt8]([0xB2, 0x39, 0x63, 0x05, 0xF0, 0x3D, 0xC0, 0x27])),
        (768, [0xEB, 0x62, 0x63, 0x8D, 0x4F, 0x0B, 0xA1, 0xFE]),
        (1_024, [0x30, 0xAB, 0xBC, 0xC7, 0xC2, 0x0B, 0x01, 0x60]),
    ])
    func `ARC4 drops as many bytes as it is told`(offset: Int, expected: [UInt8]) {
        var source = ARC4RandomSource(seed: [1, 2, 3, 4, 5])
        source.dropValues(offset)
        #expect((0..<8).map { _ in source.nextByte() } == expected)
    }

    @Test func `ARC4 makes words of four bytes, the first in front`() {
        var source = ARC4RandomSource(seed: Array("Key".utf8))
        #expect(source.nextWord() == 0xEB9F_7781)
        #expect(source.nextInt() == Int(Int32(bitPattern: 0xB734_CA72)))
    }

    @Test func `an empty seed and one that is too long are legal`() {
        #expect(ARC4RandomSource(seed: []) == ARC4RandomSource(seed: [0]))
        let long = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        #expect(ARC4RandomSource(seed: long) == ARC4RandomSource(seed: Array(long[..<256])))
    }

    @Test func `the linear congruential source is Java's`() {
        var source = LinearCongruentialRandomSource(seed: 42)
        #expect(
            (0..<3).map { _ in source.nextInt() } == [-1_170_105_035, 234_785_527, -1_360_544_799]
        )
    }

    @Test func `the linear congruential seed changes with every draw, and is the state`() {
        var source = LinearCongruentialRandomSource(seed: 42)
        #expect(source.seed == 42)
        _ = source.nextInt()
        #expect(source.seed != 42)
        var resumed = LinearCongruentialRandomSource(seed: source.seed)
        #expect(resumed == source)
        #expect(resumed.nextInt() == 234_785_527)
    }

    @Test func `the Mersenne Twister is C++'s`() {
        var one = MersenneTwisterRandomSource(seed: 1)
        #expect(one.next() == 2_469_588_189_546_311_528)
        #expect(one.next() == 2_516_265_689_700_432_462)
        var other = MersenneTwisterRandomSource(seed: 12_345)
        #expect(other.next() == 6_597_103_971_274_460_346)
    }

    @Test func `the Mersenne Twister's ten thousandth number is the standard's`() {
        var source = MersenneTwisterRandomSource(seed: 5_489)
        for _ in 1..<10_000 { _ = source.next() }
        #expect(source.next() == 9_981_545_732_273_789_042)
    }

    @Test(arguments: [0, 1, 311, 312, 313, 1_000])
    func `states go on exactly where they stood`(draws: Int) throws {
        var arc4 = ARC4RandomSource(seed: [7])
        var twister = MersenneTwisterRandomSource(seed: 7)
        for _ in 0..<draws {
            _ = arc4.nextByte()
            _ = twister.next()
        }
        var arc4Again = try #require(ARC4RandomSource(state: arc4.state))
        var twisterAgain = try #require(MersenneTwisterRandomSource(state: twister.state))
        #expect(arc4Again == arc4)
        #expect(twisterAgain == twister)
        for _ in 0..<700 {
            #expect(arc4Again.nextByte() == arc4.nextByte())
            #expect(twisterAgain.next() == twister.next())
        }
    }

    @Test func `a state that no source has had is refused`() {
        let arc4 = ARC4RandomSource(seed: [7]).state
        #expect(arc4.count == ARC4RandomSource.stateByteCount)
        #expect(ARC4RandomSource(state: arc4.dropLast()) == nil)
        #expect(ARC4RandomSource(state: [arc4[1]] + arc4[1...]) == nil)
        let twister = MersenneTwisterRandomSource(seed: 7).state
        #expect(twister.count == MersenneTwisterRandomSource.stateWordCount)
        #expect(MersenneTwisterRandomSource(state: twister.dropLast()) == nil)
        #expect(MersenneTwisterRandomSource(state: twister.dropLast() + [313]) == nil)
        #expect(MersenneTwisterRandomSource(state: twister.map { _ in 0 }) == nil)
    }

    @Test func `a bound of 1 always gives 0, and no bound is ever reached`() {
        var source = LinearCongruentialRandomSource(seed: 1)
        for bound in [1, 2, 3, 6, 20, 100, 1 << 31, 1 << 32, (1 << 32) + 1, 1 << 53, .max] {
            for _ in 0..<200 { #expect((0..<bound).contains(source.nextInt(upperBound: bound))) }
        }
    }

    @Test func `a bound below 1 is refused`() async {
        await #expect(processExitsWith: .failure) {
            var source = LinearCongruentialRandomSource(seed: 1)
            _ = source.nextInt(upperBound: 0)
        }
    }

    /// Three quarters of 2³² is where a modulo would make the lower third come twice as often.
    @Test func `great bounds are met without bias`() {
        var source = LinearCongruentialRandomSource(seed: 99)
        var counts = [0, 0, 0]
        for _ in 0..<30_000 { counts[source.nextInt(upperBound: 3 << 30) >> 30] += 1 }
        #expect(ChiSquare(counts, weights: [1, 1, 1]).isFair)
        var wide = [0, 0, 0]
        for _ in 0..<30_000 { wide[source.nextInt(upperBound: 3 << 60) >> 60] += 1 }
        #expect(ChiSquare(wide, weights: [1, 1, 1]).isFair)
    }

    @Test func `all sources are even from 0 to 19 and in their coins`() {
        func check(_ source: inout some RandomSource) {
            var (counts, heads) = ([Int](repeating: 0, count: 20), 0)
            for _ in 0..<20_000 {
                counts[source.nextInt(upperBound: 20)] += 1
                heads += source.nextBool() ? 1 : 0
            }
            #expect(ChiSquare(counts, weights: [Double](repeating: 1, count: 20)).isFair)
            #expect(ChiSquare([heads, 20_000 - heads], weights: [1, 1]).isFair)
        }
        var arc4 = ARC4RandomSource(seed: Array("Waldo".utf8))
        arc4.dropValues(769)
        var congruential = LinearCongruentialRandomSource(seed: 5)
        var twister = MersenneTwisterRandomSource(seed: 5)
        var seeded = SeededGenerator(seed: 5)
        check(&arc4)
        check(&congruential)
        check(&twister)
        check(&seeded)
    }

    /// A source that gives what it is told.
    private struct Script: RandomSource {
        var words: [UInt32]
        mutating func nextWord() -> UInt32 { self.words.removeFirst() }
    }

    @Test func `uniform numbers reach both ends`() {
        var source = Script(words: [0, .max, 0x8000_0000])
        #expect(source.nextUniform() == 0)
        #expect(source.nextUniform() == 1)
        #expect(abs(source.nextUniform() - 0.5) < 1e-9)
    }

    @Test func `integers span 32 bits with their sign`() {
        var source = Script(words: [0x7FFF_FFFF, 0x8000_0000, .max])
        #expect(source.nextInt() == Int(Int32.max))
        #expect(source.nextInt() == Int(Int32.min))
        #expect(source.nextInt() == -1)
    }

    @Test func `a number that is too great is drawn again`() {
        // Of six only the top three bits count: 7 and 6 are refused, then 5 comes.
        var source = Script(words: [0xE000_0000, 0xC000_0000, 0xBFFF_FFFF])
        #expect(source.nextInt(upperBound: 6) == 5)
        #expect(source.words.isEmpty)
    }

    @Test func `shuffling three gives all six orders alike`() {
        var source = LinearCongruentialRandomSource(seed: 3)
        var counts: [[Int]: Int] = [:]
        for _ in 0..<12_000 { counts[source.shuffling([1, 2, 3]), default: 0] += 1 }
        #expect(counts.count == 6)
        #expect(ChiSquare(Array(counts.values), weights: [Double](repeating: 1, count: 6)).isFair)
    }

    @Test func `shuffling none or one draws nothing`() {
        var source = Script(words: [])
        #expect(source.shuffling([Int]()) == [])
        #expect(source.shuffling([7]) == [7])
    }
}

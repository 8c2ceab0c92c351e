import Determinism
import Testing

@Suite struct SeededGeneratorTests {
    /// SplitMix64 from 0 gives e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f and
    /// f88bb8a8724c81ec (the values of Vigna's splitmix64.c); xoshiro256** goes on from these by
    /// its reference code.
    @Test func `it gives the values of the reference code`() {
        var generator = SeededGenerator(seed: 0)
        let values = (0..<4).map { _ in generator.next() }
        var state: [UInt64] = [
            0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
            0xF88B_B8A8_724C_81EC,
        ]
        let expected = (0..<4).map { _ in Self.reference(&state) }
        #expect(values == expected)
        #expect(values[0] == 0x99EC_5F36_CB75_F2B4)
    }

    /// xoshiro256starstar.c, as its authors wrote it down.
    private static func reference(_ state: inout [UInt64]) -> UInt64 {
        func rotl(_ value: UInt64, _ places: UInt64) -> UInt64 {
            (value << places) | (value >> (64 - places))
        }
        let result = rotl(state[1] &* 5, 7) &* 9
        let shifted = state[1] << 17
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = rotl(state[3], 45)
        return result
    }

    @Test func `a number below a bound is below it, and every one of them comes`() {
        var generator = SeededGenerator(seed: 7)
        var counts = [Int](repeating: 0, count: 6)
        for _ in 0..<6_000 { counts[Int(generator.below(6))] += 1 }
        #expect(counts.allSatisfy { (850...1_150).contains($0) })
        #expect(generator.below(1) == 0)
    }

    @Test func `a range includes both ends`() {
        var generator = SeededGenerator(seed: 3)
        let numbers = Set((0..<200).map { _ in generator.within(-1...1) })
        #expect(numbers == [-1, 0, 1])
    }

    @Test func `jitter lies between nothing and its bound`() {
        var generator = SeededGenerator(seed: 3)
        #expect(generator.jitter(.zero) == .zero)
        #expect(generator.jitter(.seconds(-1)) == .zero)
        for _ in 0..<100 {
            #expect((.zero...(.seconds(1))).contains(generator.jitter(.seconds(1))))
        }
    }
}

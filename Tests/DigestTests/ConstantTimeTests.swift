import Digest
import Testing

@Suite struct ConstantTimeTests {
    @Test func `equal bytes are equal`() {
        #expect(ConstantTime.equal([1, 2, 3], [1, 2, 3]))
        #expect(ConstantTime.equal([], []))
    }

    @Test(arguments: 0..<256)
    func `a difference in any one bit is seen`(bit: Int) {
        let first = [UInt8](repeating: 0x5a, count: 32)
        var second = first
        second[bit / 8] ^= 1 << (bit % 8)
        #expect(!ConstantTime.equal(first, second))
    }

    @Test func `a prefix is not equal to the whole`() {
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2]))
        #expect(!ConstantTime.equal([], [0]))
    }
}

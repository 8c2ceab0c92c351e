import Testing
import Wire

struct CBORRoundTripTests {
    @Test(arguments: UInt64(1)...16)
    func `random values come back, and their bytes too`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<32 {
            let value = CBORValue.random(using: &random, depth: 4)
            let bytes = value.encoded
            try #require(try CBORValue.decode(bytes) == value)
            try #require(try CBORValue.decode(bytes).encoded == bytes)
            var reader = CBORReader(bytes)
            try reader.skipValue()
            try reader.finish()
        }
    }

    @Test(arguments: UInt64(1)...16)
    func `whatever is accepted after damage is written the same`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var accepted = 0
        for _ in 0..<256 {
            var bytes = CBORValue.random(using: &random, depth: 2).encoded
            bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8))
            guard let value = try? CBORValue.decode(bytes) else { continue }
            accepted += 1
            try #require(value.encoded == bytes)
        }
        // A flipped bit of an integer or of text is a valid value: the property was really tried.
        #expect(accepted > 16)
    }
}

extension CBORValue {
    static func random(using random: inout SplitMix, depth: Int) -> CBORValue {
        switch random.below(depth > 0 ? 8 : 6) {
        case 0:
            return .integer(Int64(bitPattern: random.next()) >> Int64(random.below(64)))
        case 1:
            return .wideUnsigned(random.next() | 1 << 63)
        case 2:
            return .bytes(random.bytes(random.below(60)))
        case 3:
            return .string(String(decoding: random.bytes(random.below(60)), as: UTF8.self))
        case 4:
            return [.null, .bool(true), .bool(false)][random.below(3)]
        case 5:
            return .double(Self.randomFloat(using: &random))
        case 6:
            return .array(
                (0..<random.below(5)).map { _ in .random(using: &random, depth: depth - 1) }
            )
        default:
            let keys = (0..<random.below(30)).map { _ in Int64(random.below(2000)) - 1000 }
            let ordered = Set(keys).sorted {
                UInt64(bitPattern: $0 < 0 ? .min | ~$0 : $0)
                    < UInt64(bitPattern: $1 < 0 ? .min | ~$1 : $1)
            }
            return .map(
                ordered.map { Entry(key: $0, value: .random(using: &random, depth: depth - 2)) }
            )
        }
    }

    private static func randomFloat(using random: inout SplitMix) -> Double {
        let value =
            switch random.below(3) {
            case 0: Double(Float16(bitPattern: UInt16(truncatingIfNeeded: random.next())))
            case 1: Double(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))
            default: Double(bitPattern: random.next())
            }
        return value.isNaN ? .nan : value
    }
}

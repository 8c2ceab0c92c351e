import Links
import Peers
import Testing
import Wire

/// Every message as bytes and back.
@Suite struct LinkMessageTests {
    @Test(arguments: GoldenMessages.all.map(\.name))
    func `a message has its golden bytes, and they are it`(name: String) throws {
        let golden = try #require(GoldenMessages.all.first { $0.name == name })
        var bytes: [UInt8] = []
        let isReliable = golden.message.kind.lane == .reliable
        FrameEncoder.append(
            Samples.frame(golden.message, sequence: isReliable ? 1 : nil),
            to: &bytes
        )
        #expect(GoldenMessages.hexadecimal(bytes) == golden.hexadecimal)
        var decoder = FrameDecoder(holdingAfter: 0)
        decoder.open()
        decoder.append(bytes)
        let frame = try #require(try decoder.next())
        #expect(try LinkMessage(frame) == golden.message)
    }

    @Test func `every kind has a golden message`() {
        #expect(Set(GoldenMessages.all.map(\.message.kind)) == Set(FrameKind.allCases))
    }

    @Test(arguments: GoldenMessages.all.map(\.name))
    func `every cut and every flipped bit of a message is refused or another message`(
        name: String
    ) throws {
        let golden = try #require(GoldenMessages.all.first { $0.name == name })
        let kind = golden.message.kind
        let payload = golden.message.payload
        func decoded(_ payload: [UInt8]) -> LinkMessage? {
            let sequence: UInt64? = kind.lane == .reliable ? 1 : nil
            let frame = Frame(
                kind: kind.rawValue,
                lane: kind.lane,
                sequence: sequence,
                payload: payload
            )
            return try? LinkMessage(frame)  // tidy-ok: a refusal is one of the two right answers.
        }
        for count in 0..<payload.count { #expect(decoded(Array(payload.prefix(count))) == nil) }
        for index in payload.indices {
            for bit in 0..<8 {
                var flipped = payload
                flipped[index] ^= 1 << UInt8(bit)
                guard let message = decoded(flipped) else { continue }
                #expect(message != golden.message)
                #expect(message.payload.count <= flipped.count)
            }
        }
        #expect(decoded(payload + [0]) == nil)
    }
}

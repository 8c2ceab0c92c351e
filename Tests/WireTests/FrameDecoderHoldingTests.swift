import Testing
import Wire

struct FrameDecoderHoldingTests {
    private static let prove = Frame(kind: 1, lane: .control, payload: [0x40])
    private static let hello = Frame(kind: 2, lane: .control, payload: [0xA1, 0, 1])
    /// Above the opening's limit, and sent before the sender can know that its hello is accepted.
    private static let large = Frame(
        kind: 3,
        lane: .reliable,
        sequence: 1,
        payload: [UInt8](repeating: 5, count: FrameLimit.opening + 1)
    )
    private static let last = Frame(kind: 2, lane: .state, payload: [0xF6])

    private static let stream = FrameDecoderTests.bytes(of: [prove, hello, large, last])
    private static let helloEnd = FrameDecoderTests.bytes(of: [prove, hello]).count

    @Test(arguments: [
        1, 2, 3, 4, 5, 7, 8, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 64, 4096, 10_000,
    ])
    func `nothing after the hello is cut until it is accepted`(size: Int) {
        var decoder = FrameDecoder(holdingAfter: 2)
        let before = FrameDecoderTests.feed(Self.stream, in: size, to: &decoder)
        #expect(before == FrameDecoderTests.Outcome(frames: [Self.prove, Self.hello]))
        #expect(decoder.isHolding)
        #expect(!decoder.isMidFrame)
        #expect(decoder.bufferedBytes == Self.stream.count - Self.helloEnd)

        decoder.open()
        #expect(!decoder.isHolding)
        let after = FrameDecoderTests.feed([], in: 1, to: &decoder)
        #expect(after.frames.isEmpty)
        #expect(Self.drain(&decoder) == .init(frames: [Self.large, Self.last]))
        #expect(decoder.bufferedBytes == 0)
    }

    @Test(arguments: Array(0...80) + [4095, 4096, 4100, Self.stream.count - 1, Self.stream.count])
    func `it does not matter when the acceptance comes`(count: Int) {
        var decoder = FrameDecoder(holdingAfter: 2)
        var outcome = FrameDecoderTests.feed(Array(Self.stream[..<count]), in: 9, to: &decoder)
        let isHolding = decoder.isHolding
        #expect(isHolding == (count >= Self.helloEnd))
        decoder.open()
        decoder.append(Self.stream[count...])
        let rest = Self.drain(&decoder)
        outcome.frames += rest.frames
        #expect(outcome.frames == [Self.prove, Self.hello, Self.large, Self.last])
        #expect(rest.error == nil)
    }

    @Test func `a second hello does not hold again`() {
        var decoder = FrameDecoder(holdingAfter: 2)
        decoder.append(FrameDecoderTests.bytes(of: [Self.hello]))
        #expect(Self.drain(&decoder) == .init(frames: [Self.hello]))
        decoder.open()
        decoder.append(FrameDecoderTests.bytes(of: [Self.hello, Self.last]))
        #expect(Self.drain(&decoder) == .init(frames: [Self.hello, Self.last]))
        #expect(!decoder.isHolding)
    }

    @Test(arguments: [1, 3, 64])
    func `a length behind the hello is judged when the hello is accepted`(size: Int) {
        var decoder = FrameDecoder(holdingAfter: 2)
        let bytes = FrameDecoderTests.bytes(of: [Self.hello]) + [0xFF, 0xFF, 0xFF, 0xFF, 0]
        let before = FrameDecoderTests.feed(bytes, in: size, to: &decoder)
        #expect(before == .init(frames: [Self.hello]))
        #expect(decoder.bufferedBytes == 5)
        decoder.open()
        let error = WireError.frameTooLong(announced: .max, accepted: FrameLimit.open)
        #expect(Self.drain(&decoder) == .init(frames: [], error: error))
    }

    @Test func `before the hello the opening's limit holds`() {
        var decoder = FrameDecoder(holdingAfter: 2)
        decoder.append(FrameDecoderTests.bytes(of: [Self.prove, Self.large]))
        let error = WireError.frameTooLong(
            announced: UInt32(FrameLimit.opening + 11),
            accepted: FrameLimit.opening
        )
        #expect(Self.drain(&decoder) == .init(frames: [Self.prove], error: error))
    }

    private static func drain(_ decoder: inout FrameDecoder) -> FrameDecoderTests.Outcome {
        var outcome = FrameDecoderTests.Outcome()
        do throws(WireError) {
            while let frame = try decoder.next() {
                outcome.frames.append(frame)
            }
        } catch {
            outcome.error = error
        }
        return outcome
    }
}

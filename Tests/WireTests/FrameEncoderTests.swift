import Testing
import Wire

struct FrameEncoderTests {
    @Test func `a control frame has length, kind, lane and payload`() {
        let frame = Frame(kind: 7, lane: .control, payload: [0xA0])
        var bytes: [UInt8] = []
        FrameEncoder.append(frame, to: &bytes)
        #expect(bytes == [0, 0, 0, 3, 7, 0, 0xA0])
        #expect(FrameEncoder.encodedCount(frame) == bytes.count)
    }

    @Test func `a reliable frame has its sequence before the payload`() {
        let frame = Frame(kind: 9, lane: .reliable, sequence: 0x0102, payload: [0xF6])
        var bytes: [UInt8] = [0xEE]
        FrameEncoder.append(frame, to: &bytes)
        #expect(bytes == [0xEE, 0, 0, 0, 11, 9, 1, 0, 0, 0, 0, 0, 0, 1, 2, 0xF6])
        #expect(FrameEncoder.encodedCount(frame) == 15)
    }

    @Test(arguments: Lane.allCases, [0, 1, 255, 256, 65_536, FrameLimit.open - 10])
    func `the announced count is the appended count`(lane: Lane, payloadBytes: Int) {
        let frame = Frame(
            kind: 1,
            lane: lane,
            sequence: lane == .reliable ? .max : nil,
            payload: [UInt8](repeating: 0, count: payloadBytes)
        )
        var bytes: [UInt8] = []
        FrameEncoder.append(frame, to: &bytes)
        #expect(FrameEncoder.encodedCount(frame) == bytes.count)
        #expect(bytes.count == 4 + 2 + (lane == .reliable ? 8 : 0) + payloadBytes)
    }
}

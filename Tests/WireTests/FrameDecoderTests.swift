import Testing
import Wire

struct FrameDecoderTests {
    /// Frames of every lane, empty and not, with payloads around the sizes that matter.
    static let frames: [Frame] = [
        Frame(kind: 1, lane: .control, payload: [0xA0]),
        Frame(kind: 2, lane: .reliable, sequence: 0, payload: []),
        Frame(kind: 255, lane: .state, payload: []),
        Frame(kind: 3, lane: .reliable, sequence: .max, payload: Array(0...40)),
        Frame(kind: 4, lane: .bulk, payload: [UInt8](repeating: 0xFF, count: 100)),
        Frame(kind: 200, lane: .control, payload: [0, 0, 0, 0]),
    ]

    static let stream = Self.bytes(of: Self.frames)

    static func bytes(of frames: [Frame]) -> [UInt8] {
        var bytes: [UInt8] = []
        for frame in frames {
            FrameEncoder.append(frame, to: &bytes)
        }
        return bytes
    }

    static func openDecoder() -> FrameDecoder {
        var decoder = FrameDecoder(holdingAfter: 1)
        decoder.open()
        return decoder
    }

    /// What came out of a stream: its frames, and the error that ended it.
    struct Outcome: Equatable {
        var frames: [Frame] = []
        var error: WireError?
    }

    /// Feeds `bytes` in chunks of `size`, taking out after each whatever has become complete.
    static func feed(
        _ bytes: [UInt8],
        in size: Int,
        to decoder: inout FrameDecoder
    ) -> Outcome {
        var outcome = Outcome()
        for start in stride(from: 0, to: bytes.count, by: size) {
            decoder.append(bytes[start..<min(start + size, bytes.count)])
            do throws(WireError) {
                while let frame = try decoder.next() {
                    outcome.frames.append(frame)
                }
            } catch {
                outcome.error = error
            }
        }
        return outcome
    }

    // MARK: Chunks

    @Test(arguments: 1...Self.stream.count)
    func `the same frames come out of every chunk size`(size: Int) {
        var decoder = Self.openDecoder()
        let outcome = Self.feed(Self.stream, in: size, to: &decoder)
        #expect(outcome == Outcome(frames: Self.frames))
        #expect(decoder.bufferedBytes == 0)
        #expect(!decoder.isMidFrame)
    }

    @Test(arguments: UInt64(1)...64)
    func `the same frames come out of random chunks`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let frames = (0..<50).map { _ in Self.randomFrame(using: &random) }
        var rest = Self.bytes(of: frames)[...]
        var decoder = Self.openDecoder()
        var cut: [Frame] = []
        while !rest.isEmpty {
            let size = min(rest.count, 1 + random.below(400))
            if random.below(2) == 0 {
                decoder.append(rest.prefix(size))
            } else {
                decoder.append(Array(rest.prefix(size)).span.bytes)
            }
            rest = rest.dropFirst(size)
            while random.below(3) > 0, let frame = try decoder.next() {
                cut.append(frame)
            }
        }
        while let frame = try decoder.next() {
            cut.append(frame)
        }
        #expect(cut == frames)
    }

    private static func randomFrame(using random: inout SplitMix) -> Frame {
        let lane = Lane.allCases[random.below(4)]
        return Frame(
            kind: UInt8(random.below(256)),
            lane: lane,
            sequence: lane == .reliable ? random.next() : nil,
            payload: random.bytes(random.below(300))
        )
    }

    @Test(arguments: 0..<Self.stream.count)
    func `every prefix delivers its whole frames and knows whether it is cut`(count: Int) {
        var decoder = Self.openDecoder()
        let outcome = Self.feed(Array(Self.stream[..<count]), in: 7, to: &decoder)
        var ends = [0]
        for frame in Self.frames {
            ends.append(ends[ends.count - 1] + FrameEncoder.encodedCount(frame))
        }
        let whole = ends.filter { $0 <= count }
        #expect(outcome == Outcome(frames: Array(Self.frames.prefix(whole.count - 1))))
        #expect(decoder.bufferedBytes == count - whole[whole.count - 1])
        #expect(decoder.isMidFrame == (decoder.bufferedBytes > 0))
    }

    @Test func `a complete frame that nobody took is not a cut one`() throws {
        var decoder = Self.openDecoder()
        decoder.append(Self.bytes(of: [Self.frames[0]]))
        #expect(!decoder.isMidFrame)
        decoder.append([0])
        _ = try decoder.next()
        #expect(decoder.isMidFrame)
    }

    // MARK: Errors

    static let badFrames: [(bytes: [UInt8], error: WireError)] = [
        ([0, 0, 0, 0, 1, 0], .frameTooShort(announced: 0)),
        ([0, 0, 0, 1, 1, 0], .frameTooShort(announced: 1)),
        (
            [0xFF, 0xFF, 0xFF, 0xFF, 1, 0],
            .frameTooLong(announced: .max, accepted: FrameLimit.open)
        ),
        ([0, 0, 0, 2, 1, 4], .unknownLane(4)),
        ([0, 0, 0, 2, 1, 255], .unknownLane(255)),
        ([0, 0, 0, 2, 1, 1], .missingSequence(bodyBytes: 2)),
        ([0, 0, 0, 9, 1, 1, 1, 2, 3, 4, 5, 6, 7], .missingSequence(bodyBytes: 9)),
    ]

    @Test(arguments: Self.badFrames.indices, [1, 2, 3, 4, 5, 6, 7, 13, 64, 1000])
    func `an error in the middle ends the stream at the same frame in every chunking`(
        index: Int,
        size: Int
    ) {
        let bad = Self.badFrames[index]
        var decoder = Self.openDecoder()
        let bytes = Self.stream + bad.bytes + Self.stream
        let outcome = Self.feed(bytes, in: size, to: &decoder)
        #expect(outcome == Outcome(frames: Self.frames, error: bad.error))
        #expect(decoder.bufferedBytes == 0)
        #expect(!decoder.isMidFrame)
        #expect(throws: bad.error) { try decoder.next() }
        decoder.open()
        decoder.append(Self.stream)
        #expect(throws: bad.error) { try decoder.next() }
        #expect(decoder.bufferedBytes == 0)
    }

    // MARK: Lengths

    static let limits: [(limit: Int, isOpen: Bool)] = [
        (FrameLimit.opening, false), (FrameLimit.open, true),
    ]

    @Test(arguments: Self.limits)
    func `a frame at the limit passes`(limit: Int, isOpen: Bool) throws {
        var decoder = FrameDecoder(holdingAfter: 1)
        if isOpen { decoder.open() }
        let frame = Frame(kind: 9, lane: .bulk, payload: [UInt8](repeating: 7, count: limit - 2))
        decoder.append(Self.bytes(of: [frame]))
        #expect(try decoder.next() == frame)
        #expect(try decoder.next() == nil)
    }

    @Test(arguments: Self.limits, [UInt32(0), 1, 0x7FFF_FFFF, 0xFFFF_FFFF])
    func `a length is judged by its four bytes and keeps nothing behind them`(
        limit: (limit: Int, isOpen: Bool),
        length: UInt32
    ) {
        Self.expectRefusal(of: length, limit: limit)
    }

    @Test(arguments: Self.limits)
    func `one byte above the limit is refused`(limit: (limit: Int, isOpen: Bool)) {
        Self.expectRefusal(of: UInt32(limit.limit) + 1, limit: limit)
    }

    private static func expectRefusal(of length: UInt32, limit: (limit: Int, isOpen: Bool)) {
        let expected: WireError =
            length < 2
            ? .frameTooShort(announced: length)
            : .frameTooLong(announced: length, accepted: limit.limit)
        let announced = (0..<4).map { UInt8(truncatingIfNeeded: length >> UInt32(24 - 8 * $0)) }
        for behind in [0, 1, 65_536] {
            var decoder = FrameDecoder(holdingAfter: 1)
            if limit.isOpen { decoder.open() }
            decoder.append(announced + [UInt8](repeating: 0, count: behind))
            #expect(decoder.bufferedBytes == 0)
            #expect(throws: expected) { try decoder.next() }
        }
    }
}

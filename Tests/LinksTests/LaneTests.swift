import Determinism
import Links
import Testing

@Suite struct LaneTests {
    private static func frame(_ byte: UInt8, _ count: Int = 10) -> [UInt8] {
        [UInt8](repeating: byte, count: count)
    }

    private static func drain(_ lanes: inout LaneQueues) -> [UInt8] {
        var order: [UInt8] = []
        while true {
            let write = lanes.next(bytesMaximum: 1)
            guard let first = write.first else { return order }
            order.append(first)
        }
    }

    @Test func `control goes first, reliable and state in turn, bulk last`() throws {
        var lanes = LaneQueues()
        lanes.queue(bulk: Self.frame(9))
        for _ in 0..<3 { lanes.queue(reliable: Self.frame(1)) }
        for key in UInt64(1)...3 { try lanes.queue(state: Self.frame(2), key: Samples.key(key)) }
        try lanes.queue(control: Self.frame(0))
        #expect(Self.drain(&lanes) == [0, 1, 2, 1, 2, 1, 2, 9])
        #expect(lanes.bytes == 0)
        #expect(!lanes.hasWork)
    }

    @Test func `one write holds whole frames up to its bound, and at least one`() {
        var lanes = LaneQueues()
        for _ in 0..<10 { lanes.queue(reliable: Self.frame(1, 30)) }
        #expect(lanes.next(bytesMaximum: 100).count == 90)
        lanes.queue(reliable: Self.frame(1, 500))
        #expect(lanes.next(bytesMaximum: 1_000).count == 210 + 500)
        lanes.queue(reliable: Self.frame(1, 500))
        #expect(lanes.next(bytesMaximum: 100).count == 500)
    }

    @Test func `the newest state of a key takes the place of the older`() throws {
        var lanes = LaneQueues()
        try lanes.queue(state: Self.frame(1), key: Samples.key(1))
        try lanes.queue(state: Self.frame(2), key: Samples.key(2))
        try lanes.queue(state: Self.frame(3), key: Samples.key(1))
        #expect(lanes.bytes == 20)
        lanes.removeState(key: Samples.key(2))
        try lanes.queue(state: Self.frame(4), key: Samples.key(2))
        #expect(Self.drain(&lanes) == [3, 4])
    }

    @Test func `keys that come and go cost nothing`() throws {
        var lanes = LaneQueues()
        for round in UInt64(0)..<5_000 {
            try lanes.queue(state: Self.frame(1), key: Samples.key(round))
            if round % 2 == 0 {
                lanes.removeState(key: Samples.key(round))
            } else {
                _ = lanes.next()
            }
        }
        #expect(lanes.bytes == 0)
        #expect(!lanes.hasWork)
    }

    @Test func `each lane has its bound`() throws {
        var lanes = LaneQueues()
        try lanes.queue(control: Self.frame(0, LinkLimits.controlBytesMaximum))
        #expect(throws: LaneQueues.Overflow.control(bytes: LinkLimits.controlBytesMaximum + 1)) {
            try lanes.queue(control: [0])
        }
        for key in 0..<UInt64(LinkLimits.stateKeysMaximum) {
            try lanes.queue(state: [1], key: Samples.key(key))
        }
        #expect(throws: LaneQueues.Overflow.state(keys: 1_024, bytes: 1_024)) {
            try lanes.queue(state: [1], key: Samples.key(5_000))
        }
        try lanes.queue(state: [2], key: Samples.key(7))
        #expect(throws: LaneQueues.Overflow.state(keys: 1_024, bytes: 1_024)) {
            try lanes.queue(state: Self.frame(1, LinkLimits.stateBytesMaximum), key: Samples.key(7))
        }
    }

    @Test func `bulk goes as far as the credit reaches, and no grant lifts it above a window`() {
        var lanes = LaneQueues()
        for _ in 0..<100 { lanes.queue(bulk: Self.frame(9, 16_384)) }
        func write() -> Int {
            var count = 0
            while case let write = lanes.next(), !write.isEmpty { count += write.count }
            return count
        }
        #expect(write() == 256 * 1_024)
        #expect(!lanes.hasWork)
        lanes.grant(bulkBytes: 1)
        #expect(write() == 16_384)  // A frame goes whole once there is any credit.
        lanes.grant(bulkBytes: .max)
        #expect(write() == 256 * 1_024)
    }

    @Test func `the sender counts what is not acknowledged`() throws {
        var sender = ReliableSender()
        for _ in 0..<300 { sender.queued(bytes: 10) }
        #expect(sender.nextSequence == 301)
        try sender.acknowledged(through: 200)
        #expect(sender.unacknowledgedFrames == 100)
        #expect(sender.unacknowledgedBytes == 1_000)
        try sender.acknowledged(through: 150)
        #expect(sender.unacknowledgedFrames == 100)
        let error = #expect(throws: ReliableSender.AckBeyondSent.self) {
            try sender.acknowledged(through: 301)
        }
        #expect(error?.acknowledged == 301 && error?.sent == 300)
        while sender.hasRoom(for: 10) { sender.queued(bytes: 10) }
        #expect(sender.unacknowledgedFrames == LinkLimits.reliableFramesMaximum)
        #expect(sender.isBusy)
    }

    @Test func `an ack is due after 32 frames, 64 KiB or 20 ms, or goes along`() throws {
        var receiver = ReliableReceiver()
        #expect(receiver.takeAck(at: .zero, alongWithOthers: true) == nil)
        for sequence in UInt64(1)...31 { try receiver.arrived(sequence, bytes: 1, at: .zero) }
        #expect(receiver.takeAck(at: .zero, alongWithOthers: false) == nil)
        try receiver.arrived(32, bytes: 1, at: .zero)
        #expect(receiver.takeAck(at: .zero, alongWithOthers: false) == 32)
        try receiver.arrived(33, bytes: 64 * 1_024, at: .zero)
        #expect(receiver.takeAck(at: .zero, alongWithOthers: false) == 33)
        try receiver.arrived(34, bytes: 1, at: .zero)
        #expect(receiver.ackDeadline == Samples.at(20))
        #expect(receiver.takeAck(at: Samples.at(19), alongWithOthers: false) == nil)
        #expect(receiver.takeAck(at: Samples.at(20), alongWithOthers: false) == 34)
        try receiver.arrived(35, bytes: 1, at: .zero)
        #expect(receiver.takeAck(at: .zero, alongWithOthers: true) == 35)
        #expect(receiver.ackDeadline == nil)
    }

    @Test(arguments: [UInt64(0), 1, 3])
    func `the receiver takes neither a gap nor a repeat`(sequence: UInt64) throws {
        var receiver = ReliableReceiver()
        try receiver.arrived(1, bytes: 1, at: .zero)
        let error = #expect(throws: ReliableReceiver.OutOfSequence.self) {
            try receiver.arrived(sequence, bytes: 1, at: .zero)
        }
        #expect(error?.expected == 2 && error?.found == sequence)
        #expect(receiver.received == 1)
    }
}

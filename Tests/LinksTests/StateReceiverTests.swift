import Links
import Testing

/// What the state lane lets through.
@Suite struct StateReceiverTests {
    /// A receiver that expectations can change.
    private final class Lane {
        private var receiver = StateReceiver()

        var liveCount: Int { self.receiver.liveCount }

        func takesState(_ key: UInt64, _ version: UInt64) throws -> Bool {
            try self.receiver.arrived(Samples.state(key, version: version))
        }

        func takesRemoval(_ key: UInt64, _ version: UInt64) -> Bool {
            self.receiver.arrived(StateRemoval(key: Samples.key(key), version: version))
        }
    }

    @Test func `only what is newer says something`() throws {
        let lane = Lane()
        let taken = try [UInt64(5), 5, 4, 6, 9, 7].map { try lane.takesState(1, $0) }
        #expect(taken == [true, false, false, true, true, false])
        #expect(try lane.takesState(2, 1))
        #expect(lane.liveCount == 2)
    }

    @Test func `the same key of another activity counts by itself`() throws {
        var receiver = StateReceiver()
        let first = try receiver.arrived(Samples.state(1, version: 5))
        let key = StateKey(activity: 3, key: 1)
        let second = try receiver.arrived(StateMessage(key: key, version: 1, body: []))
        #expect(first && second)
        #expect(receiver.liveCount == 2)
    }

    @Test func `a removed key stays away from what is older, and comes back with what is newer`()
        throws
    {
        let lane = Lane()
        #expect(try lane.takesState(1, 5))
        #expect(lane.takesRemoval(1, 7))
        #expect(!lane.takesRemoval(1, 7))
        #expect(try !lane.takesState(1, 7))
        #expect(lane.liveCount == 0)
        #expect(try lane.takesState(1, 8))
        // This removal comes late: the key has moved on.
        #expect(!lane.takesRemoval(1, 7))
        #expect(lane.liveCount == 1)
    }

    @Test func `a removal that overtakes its states is remembered, the last 1,024 of them`() throws
    {
        let lane = Lane()
        for key in UInt64(0)...1_024 { #expect(!lane.takesRemoval(key, 3)) }
        #expect(try !lane.takesState(1, 3))
        #expect(try !lane.takesState(1_024, 2))
        #expect(try lane.takesState(0, 3))
    }

    @Test func `the lane has room for 1,024 live keys, however many come and go`() throws {
        let lane = Lane()
        for key in UInt64(0)..<10_000 {
            #expect(try lane.takesState(key, 1))
            #expect(lane.takesRemoval(key, 1))
        }
        for key in UInt64(0)..<1_024 { #expect(try lane.takesState(key, 2)) }
        #expect(throws: StateReceiver.TooManyKeys.self) { try lane.takesState(1_024, 2) }
        #expect(try lane.takesState(7, 3))
    }
}

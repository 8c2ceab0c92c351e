import Determinism
import Links
import Testing

@Suite struct LivenessTests {
    private static func at(_ milliseconds: Int64) -> Moment { Samples.at(milliseconds) }

    @Test func `silence is asked at 2 s, suspect at 5 s and over at 8 s`() {
        var liveness = Liveness(at: .zero)
        #expect(liveness.timerFired(at: Self.at(1_999)) == .nothing)
        #expect(liveness.nextDeadline == Self.at(2_000))
        #expect(liveness.timerFired(at: Self.at(2_000)) == .ping(1))
        #expect(liveness.nextDeadline == Self.at(5_000))
        #expect(liveness.timerFired(at: Self.at(4_999)) == .nothing)
        #expect(liveness.timerFired(at: Self.at(5_000)) == .suspect)
        #expect(liveness.nextDeadline == Self.at(8_000))
        #expect(liveness.timerFired(at: Self.at(7_999)) == .nothing)
        #expect(liveness.timerFired(at: Self.at(8_000)) == .silent)
    }

    @Test func `whatever is heard ends the suspicion`() {
        var liveness = Liveness(at: .zero)
        _ = liveness.timerFired(at: Self.at(2_000))
        _ = liveness.timerFired(at: Self.at(5_000))
        let (first, second) = (
            liveness.heard(at: Self.at(7_900)), liveness.heard(at: Self.at(7_901))
        )
        #expect(first)
        #expect(!second)
        #expect(liveness.timerFired(at: Self.at(8_000)) == .nothing)
        #expect(liveness.nextDeadline == Self.at(9_901))
    }

    @Test func `only the answer to the last ping measures the round trip`() {
        var liveness = Liveness(at: .zero)
        #expect(liveness.ping(at: .zero) == 1)
        #expect(liveness.ping(at: Self.at(10)) == 2)
        #expect(liveness.pongReceived(1, at: Self.at(20)) == nil)
        #expect(liveness.pongReceived(2, at: Self.at(20)) == .milliseconds(10))
        #expect(liveness.pongReceived(2, at: Self.at(30)) == nil)
        #expect(liveness.roundTrip == .milliseconds(10))
    }

    @Test(arguments: [Int64(0), 2_000, 5_000])
    func `after a stall there is a fresh probe before any verdict`(silence: Int64) {
        var liveness = Liveness(at: .zero)
        _ = liveness.timerFired(at: Self.at(min(silence, 2_000)))
        if silence >= 5_000 { _ = liveness.timerFired(at: Self.at(5_000)) }
        liveness.stalled(at: Self.at(60_000))
        #expect(liveness.nextDeadline == Self.at(60_000))
        guard case .ping = liveness.timerFired(at: Self.at(60_000)) else {
            Issue.record("No probe went out after the stall.")
            return
        }
        #expect(liveness.timerFired(at: Self.at(62_900)) == .nothing)
        let isSilent = liveness.timerFired(at: Self.at(66_000)) == .silent
        #expect(isSilent)
    }
}

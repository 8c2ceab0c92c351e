import EventLoop
import Glibc
import LoopTesting
import Testing

@Suite struct SignalTests {
    @Test func `each signal reaches its watch and no longer ends the process`() async {
        await #expect(processExitsWith: .success) {
            try SignalTests.sendAll()
        }
    }

    private static func sendAll() throws {
        let seen = Box([SignalWatch.Signal]())
        let numbers = [SIGTERM, SIGINT, SIGHUP, SIGWINCH]
        try RunningLoop.run { loop, done in
            for signal in SignalWatch.Signal.allCases {
                do {
                    _ = try SignalWatch(on: loop, for: signal) {
                        seen.value.append(signal)
                        guard seen.value.count < numbers.count else { return done() }
                        kill(getpid(), numbers[seen.value.count])
                    }
                } catch {
                    Issue.record(error)
                }
            }
            kill(getpid(), SIGTERM)
        }
        #expect(seen.value == [.terminate, .interrupt, .hangUp, .windowChanged])
    }

    @Test func `a closed watch gives the signal its usual effect back`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let loop = try Loop()
            try SignalWatch(on: loop, for: .terminate) {}.close()
            // A test runs on a thread that blocks signals, and no other need be there to take it.
            var terminate = sigset_t()
            sigaddset(&terminate, SIGTERM)
            pthread_sigmask(SIG_UNBLOCK, &terminate, nil)
            kill(getpid(), SIGTERM)
        }
    }
}

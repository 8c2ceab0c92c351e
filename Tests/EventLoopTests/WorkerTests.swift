import EventLoop
import Glibc
import LoopTesting
import Synchronization
import Testing

@Suite struct WorkerTests {
    /// Holds a worker up until it is opened.
    private final class Gate: Sendable {
        private let ends: (Int32, Int32)

        init() {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            self.ends = (ends[0], ends[1])
        }

        func wait() {
            var byte: UInt8 = 0
            _ = read(self.ends.0, &byte, 1)
        }

        func open() {
            close(self.ends.1)
        }

        deinit {
            close(self.ends.0)
        }
    }

    @Test func `jobs run in order, and answers come back by the loop`() throws {
        let answers = Box([Int]())
        try RunningLoop.run { loop, done in
            guard let worker = try? Worker() else { return }
            for number in 0..<10 {
                let isTaken = worker.submit {
                    loop.post {
                        answers.value.append(number)
                        if number == 9 { done() }
                    }
                }
                #expect(isTaken)
            }
        }
        #expect(answers.value == Array(0..<10))
    }

    @Test func `the sixty-fifth job is told that the worker is busy`() throws {
        let worker = try Worker()
        let gate = Gate()
        let ran = Mutex(0)
        for number in 1...64 {
            let isTaken = worker.submit {
                if number == 1 { gate.wait() }
                ran.withLock { $0 += 1 }
            }
            #expect(isTaken)
        }
        #expect(!worker.submit { ran.withLock { $0 += 1 } })
        gate.open()
        #expect(worker.stop(within: .seconds(30)))
        #expect(ran.withLock { $0 } == 64)
        #expect(!worker.submit {})
    }

    @Test func `stopping goes on without a stuck job, and drops those behind it`() throws {
        let worker = try Worker()
        let gate = Gate()
        let ran = Mutex(0)
        #expect(worker.submit { gate.wait() })
        #expect(worker.submit { ran.withLock { $0 += 1 } })
        #expect(!worker.stop(within: .milliseconds(50)))
        gate.open()
        #expect(worker.stop(within: .seconds(30)))
        #expect(ran.withLock { $0 } == 0)
    }

    @Test func `a worker's thread blocks every signal that can be blocked`() throws {
        let worker = try Worker()
        let blocked = Mutex([Int32]())
        #expect(
            worker.submit {
                var mask = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                let signals = [SIGTERM, SIGINT, SIGHUP, SIGWINCH].filter {
                    sigismember(&mask, $0) == 1
                }
                blocked.withLock { $0 = signals }
            }
        )
        #expect(worker.stop(within: .seconds(30)))
        #expect(blocked.withLock { $0 } == [SIGTERM, SIGINT, SIGHUP, SIGWINCH])
    }
}

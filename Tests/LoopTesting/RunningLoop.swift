package import EventLoop
import Glibc
import Synchronization

/// A loop on a thread of its own, for the length of one test.
package final class RunningLoop: Sendable {
    /// A test's events did not come in time.
    package struct Overdue: Error {}

    package let loop: Loop
    private let thread: pthread_t

    /// Long enough for a starved machine; no test waits so long unless it fails.
    package static let deadline = Duration.seconds(30)

    /// Turns a loop, on which the test may have opened something.
    package init(_ loop: Loop) {
        self.loop = loop
        let retained = Unmanaged.passRetained(loop).toOpaque()
        let turn: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            guard let loop = $0 else { return nil }
            Unmanaged<Loop>.fromOpaque(loop).takeRetainedValue().run()
            return nil
        }
        var thread = pthread_t()
        pthread_create(&thread, nil, turn, retained)
        self.thread = thread
    }

    /// Runs `body` on the loop with something to call when the test is done, and waits for that.
    ///
    /// The loop is stopped then, and whatever `body` opened is closed by it. Throws ``Overdue``
    /// when the call has not come within ``deadline``.
    package static func run(
        _ body: @escaping @Sendable (Loop, @escaping @Sendable () -> Void) -> Void
    ) throws {
        let running = RunningLoop(try Loop())
        let loop = running.loop
        let isDone = Mutex(false)
        loop.post {
            let timer = LoopTimer(on: loop) { loop.stop() }
            timer.arm(after: self.deadline)
            body(loop) {
                isDone.withLock { $0 = true }
                loop.stop()
            }
        }
        running.join()
        guard isDone.withLock({ $0 }) else { throw Overdue() }
    }

    /// Lends a loop that doesn't turn until `body` is done, and then closes what was opened.
    package static func standing(_ body: (Loop) throws -> Void) throws {
        let loop = try Loop()
        defer {
            loop.stop()
            loop.run()
        }
        try body(loop)
    }

    /// Waits for the end of `run()`; something must stop it.
    package func join() {
        pthread_join(self.thread, nil)
    }
}

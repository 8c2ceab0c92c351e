import EventLoop
import Glibc
import Synchronization
import Testing

/// A loop on a thread of its own, for the length of one test.
final class RunningLoop: @unchecked Sendable {
    let loop: Loop
    private var thread = pthread_t()

    /// Long enough for a starved machine; no test waits so long unless it fails.
    static let deadline = Duration.seconds(30)

    private init() throws {
        self.loop = try Loop()
        let retained = Unmanaged.passRetained(self.loop).toOpaque()
        pthread_create(&self.thread, nil, runLoop, retained)
    }

    /// Runs `body` on the loop with something to call when the test is done, and waits for that.
    ///
    /// The loop is stopped then, and whatever `body` opened is closed by it.
    static func run(
        _ body: @escaping @Sendable (Loop, @escaping @Sendable () -> Void) -> Void
    ) throws {
        let running = try RunningLoop()
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
        pthread_join(running.thread, nil)
        #expect(isDone.withLock { $0 }, "The test's events did not come within \(self.deadline).")
    }
}

private func runLoop(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Loop>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}

/// What a test's callbacks fill in, on the loop's thread; read after the loop has ended.
final class Box<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

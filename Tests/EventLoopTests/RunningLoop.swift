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

    init() throws {
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
        running.join()
        #expect(isDone.withLock { $0 }, "The test's events did not come within \(self.deadline).")
    }

    /// Lends a loop that doesn't turn until `body` is done, and then closes what was opened.
    static func standing(_ body: (Loop) throws -> Void) throws {
        let loop = try Loop()
        defer {
            loop.stop()
            loop.run()
        }
        try body(loop)
    }

    /// Waits for the end of `run()`; something must stop it.
    func join() {
        pthread_join(self.thread, nil)
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

/// A folder that nobody else uses, removed at the end.
final class ScratchFolder: @unchecked Sendable {
    let path: String

    init() {
        var template = Array("/tmp/paceline-XXXXXX".utf8CString)
        mkdtemp(&template)
        self.path = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
    }

    func file(_ name: String) -> String {
        "\(self.path)/\(name)"
    }

    func remove() {
        guard let folder = opendir(self.path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { unlink(self.file(name)) }
        }
        closedir(folder)
        rmdir(self.path)
    }
}

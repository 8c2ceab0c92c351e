import Control
import EventLoop
import Glibc
import Synchronization

/// A control server on a loop and thread of its own, for the length of one test.
final class RunningServer: @unchecked Sendable {
    /// What a handler does with a call.
    typealias Handler = (ControlServer, ControlCall) -> Void

    let loop: Loop
    let folder: String
    let path: String
    private var thread = pthread_t()
    private var server: ControlServer?
    private let gone = Atomic<Int>(0)

    /// `visible` is answered by the message `on` or `off`, and `version` by a version, unless
    /// `handler` says otherwise.
    init(group: String? = nil, handler: @escaping Handler = RunningServer.answer) throws {
        var template = Array("/tmp/paceline-XXXXXX".utf8CString)
        mkdtemp(&template)
        self.folder = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        self.path = "\(self.folder)/made/control.sock"
        self.loop = try Loop()
        self.server = try ControlServer(
            on: self.loop,
            path: self.path,
            group: group,
            handler: { call in
                if let server = self.server { handler(server, call) }
            },
            closed: { _ in self.gone.add(1, ordering: .relaxed) }
        )
        let loop = Unmanaged.passRetained(self.loop).toOpaque()
        pthread_create(&self.thread, nil, runLoop, loop)
    }

    static func answer(_ server: ControlServer, _ call: ControlCall) {
        do throws(ControlError) {
            switch call.method {
            case .visible:
                let isOn = try call.bool("on", default: false)
                server.answer(call, ["message": .string(isOn ? "on" : "off")])
            case .connect:
                server.answer(call, ["message": .string(try call.text("peer"))])
            default:
                server.answer(call, ["version": "1"])
            }
        } catch {
            server.fail(call, error)
        }
    }

    /// How many clients have gone.
    var goneCount: Int { self.gone.load(ordering: .relaxed) }

    /// Runs `body` on the loop's thread, and waits for it.
    func onLoop<Value: Sendable>(
        _ body: @escaping @Sendable (ControlServer) -> Value
    ) -> Value? {
        let result = Mutex<Value?>(nil)
        let isDone = Atomic<Bool>(false)
        let done = Signal()
        self.loop.post {
            if let server = self.server {
                let value = body(server)
                result.withLock { $0 = value }
            }
            isDone.store(true, ordering: .releasing)
            done.raise()
        }
        done.wait()
        return result.withLock { $0 }
    }

    /// Closes the server, and ends the loop and the thread.
    func stop() {
        self.loop.post {
            self.server?.close()
            self.server = nil
        }
        self.loop.stop()
        pthread_join(self.thread, nil)
        unlink(self.path)
        rmdir("\(self.folder)/made")
        rmdir(self.folder)
    }
}

/// Something one thread waits for and another raises, once.
final class Signal: @unchecked Sendable {
    private var semaphore = sem_t()

    init() {
        sem_init(&self.semaphore, 0, 0)
    }

    func raise() {
        sem_post(&self.semaphore)
    }

    func wait() {
        while sem_wait(&self.semaphore) != 0 {}
    }
}

private func runLoop(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Loop>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}

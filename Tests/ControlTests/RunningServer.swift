import Control
import EventLoop
import Glibc
import LoopTesting
import Synchronization

/// A control server on a loop and thread of its own, for the length of one test.
///
/// Once it runs, only the loop's thread touches the server.
final class RunningServer: @unchecked Sendable {  // tidy-ok: the loop owns the server.
    /// What a handler does with a call.
    typealias Handler = (ControlServer, ControlCall) -> Void

    let loop: Loop
    let path: String
    private let scratch = ScratchFolder()
    var folder: String { self.scratch.path }
    private var running: RunningLoop?
    private var server: ControlServer?
    private let gone = Atomic<Int>(0)

    /// `visible` is answered by the message `on` or `off`, and `version` by a version, unless
    /// `handler` says otherwise.
    init(group: String? = nil, handler: @escaping Handler = RunningServer.answer) throws {
        self.path = self.scratch.file("made/control.sock")
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
        self.running = RunningLoop(self.loop)
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
        let done = Signal()
        self.loop.post {
            if let server = self.server {
                let value = body(server)
                result.withLock { $0 = value }
            }
            done.raise()
        }
        guard done.wait() else { return nil }
        return result.withLock { $0 }
    }

    /// Closes the server, and ends the loop and the thread.
    func stop() {
        self.loop.post {
            self.server?.close()
            self.server = nil
        }
        self.loop.stop()
        self.running?.join()
        unlink(self.path)
        rmdir(self.scratch.file("made"))
        self.scratch.remove()
    }
}

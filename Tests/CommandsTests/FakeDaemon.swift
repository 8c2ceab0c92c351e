import Control
import EventLoop
import Glibc
import Synchronization

/// A control server with canned answers, on a loop and thread of its own.
final class FakeDaemon: @unchecked Sendable {
    /// One call, as a line.
    typealias Answer = @Sendable (ControlCall) -> Result<JSONValue, Refusal>

    /// An error to answer with.
    struct Refusal: Error {
        var code = ControlCode.refused
        var message = "No."
        var data: JSONValue?
    }

    let loop: Loop
    let folder: String
    let path: String
    private var thread = pthread_t()
    private var server: ControlServer?
    private let state = Mutex(State())

    private struct State {
        var calls: [String] = []
        var subscribers: [ControlClientID] = []
        var results: [ControlMethod: Result<JSONValue, Refusal>] = [:]
    }

    /// Answers with `results`, and else with a message that names the method.
    init(_ results: [ControlMethod: Result<JSONValue, Refusal>] = [:]) throws {
        var template = Array("/tmp/paceline-XXXXXX".utf8CString)
        mkdtemp(&template)
        self.folder = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        self.path = "\(self.folder)/control.sock"
        self.loop = try Loop()
        self.state.withLock { $0.results = results }
        try self.listen()
        let loop = Unmanaged.passRetained(self.loop).toOpaque()
        pthread_create(&self.thread, nil, runLoop, loop)
    }

    private func listen() throws {
        self.server = try ControlServer(
            on: self.loop,
            path: self.path,
            group: nil,
            handler: { self.take($0) },
            closed: { client in
                self.state.withLock { $0.subscribers.removeAll { $0 == client } }
            }
        )
    }

    private func take(_ call: ControlCall) {
        let line = "\(call.method.rawValue) \(JSONWriter.text(of: call.params))"
        let result = self.state.withLock { state in
            state.calls.append(line)
            return state.results[call.method]
        }
        switch result {
        case .success(let value): self.server?.answer(call, value)
        case .failure(let refusal):
            self.server?.fail(
                call,
                code: refusal.code,
                message: refusal.message,
                data: refusal.data
            )
        case nil:
            self.server?.answer(call, ["message": .string("Done: \(call.method.rawValue).")])
        }
        if call.method == .subscribe {
            self.state.withLock { $0.subscribers.append(call.client) }
        }
    }

    /// The calls so far: the method and its params as JSON.
    var calls: [String] { self.state.withLock { $0.calls } }

    /// Waits until `condition` holds; false after 30 s.
    func wait(until condition: () -> Bool) -> Bool {
        let deadline = self.loop.now + .seconds(30)
        while !condition() {
            guard self.loop.now < deadline else { return false }
            usleep(1_000)
        }
        return true
    }

    /// Waits until somebody listens to events.
    func awaitSubscriber() -> Bool {
        self.wait { self.state.withLock { !$0.subscribers.isEmpty } }
    }

    func set(_ method: ControlMethod, _ result: JSONValue) {
        self.state.withLock { $0.results[method] = .success(result) }
    }

    /// Tells all subscribers.
    func emit(_ topic: String, _ line: String) {
        self.loop.post {
            for client in self.state.withLock({ $0.subscribers }) {
                self.server?.notify(
                    client,
                    method: "event",
                    params: ["topic": .string(topic), "kind": "test", "line": .string(line)]
                )
            }
        }
    }

    /// Ends the server as a daemon that is stopped does; the file goes.
    func hangUp() {
        self.loop.post {
            self.server?.close()
            self.server = nil
        }
    }

    /// Starts it again at the same place.
    func comeBack() {
        self.loop.post {
            do {
                try self.listen()
            } catch {
                self.server = nil
            }
        }
    }

    func stop() {
        self.hangUp()
        self.loop.stop()
        pthread_join(self.thread, nil)
        rmdir(self.folder)
    }
}

private func runLoop(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Loop>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}

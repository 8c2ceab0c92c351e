import Control
import EventLoop
import LoopTesting

/// A control server with canned answers, on a loop and thread of its own.
final class FakeDaemon: @unchecked Sendable {  // tidy-ok: the loop alone touches the server.
    /// Answers a call by what it asks.
    typealias Answer = @Sendable (ControlCall) -> Result<JSONValue, Refusal>

    /// An error to answer with.
    struct Refusal: Error {
        var code = ControlCode.refused
        var message = "No."
        var data: JSONValue?
    }

    let path: String
    private let scratch = ScratchFolder()
    var folder: String { self.scratch.path }
    private let loop: Loop
    private var running: RunningLoop?
    private var server: ControlServer?
    private let state: Watched<State>

    private struct State: Sendable {
        var calls: [String] = []
        var subscribers: [ControlClientID] = []
        var results: [ControlMethod: Result<JSONValue, Refusal>] = [:]
        var answers: [ControlMethod: Answer] = [:]
    }

    /// Answers with `results`, and else with a message that names the method.
    init(_ results: [ControlMethod: Result<JSONValue, Refusal>] = [:]) throws {
        self.path = self.scratch.file("control.sock")
        self.state = Watched(State(results: results))
        self.loop = try Loop()
        try self.listen()
        self.running = RunningLoop(self.loop)
    }

    private func listen() throws {
        self.server = try ControlServer(
            on: self.loop,
            path: self.path,
            group: nil,
            handler: { self.take($0) },
            closed: { client in
                self.state.change { $0.subscribers.removeAll { $0 == client } }
            }
        )
    }

    private func take(_ call: ControlCall) {
        let line = "\(call.method.rawValue) \(JSONWriter.text(of: call.params))"
        let (result, answer) = self.state.change { state in
            state.calls.append(line)
            return (state.results[call.method], state.answers[call.method])
        }
        switch answer?(call) ?? result {
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
            self.state.change { $0.subscribers.append(call.client) }
        }
    }

    /// The calls so far: the method and its params as JSON.
    var calls: [String] { self.state.value.calls }

    /// Waits until there have been so many calls; false when they don't come.
    func awaitCalls(_ count: Int) -> Bool {
        self.state.wait { $0.calls.count >= count }
    }

    /// Waits until somebody listens to events.
    func awaitSubscriber() -> Bool {
        self.state.wait { !$0.subscribers.isEmpty }
    }

    func set(_ method: ControlMethod, _ result: JSONValue) {
        self.state.change { $0.results[method] = .success(result) }
    }

    /// Answers with what `answer` says, on the loop.
    func set(_ method: ControlMethod, answering answer: @escaping Answer) {
        self.state.change { $0.answers[method] = answer }
    }

    /// Tells all subscribers.
    func emit(_ topic: String, _ line: String) {
        self.emit(["topic": .string(topic), "kind": "test", "line": .string(line)])
    }

    /// Tells all subscribers.
    func emit(_ event: JSONValue) {
        self.loop.post { self.tell(event) }
    }

    /// Tells all subscribers at once; on the loop only, as in an answer.
    func tell(_ event: JSONValue) {
        let subscribers = Array(self.state.value.subscribers)
        self.server?.notify(subscribers, method: "event", params: event)
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
        self.running?.join()
        self.scratch.remove()
    }
}

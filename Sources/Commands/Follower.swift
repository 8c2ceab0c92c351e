import Control
import EventLoop

/// A command that stays, and is told what happens, until a signal or the daemon ends it.
///
/// Loop-confined. Ctrl-C ends it with status 0, because that is how following is meant to end.
final class Follower {
    private let loop: Loop
    private var client: ControlClient?
    private var failure: CommandFailure?
    /// Whether the daemon has answered.
    private var isFollowing = false

    init() throws(CommandFailure) {
        do {
            self.loop = try Loop()
        } catch {
            throw .fault(error.description)
        }
    }

    /// Subscribes, then calls `ready` once and `heard` for each event.
    ///
    /// Without topics the daemon chooses: what people want to hear of.
    func run(
        at path: String,
        topics: [String]? = nil,
        ready: @escaping () throws(CommandFailure) -> Void,
        heard: @escaping (JSONValue) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let client = ControlClient(
            on: self.loop,
            path: path,
            notified: { method, params in
                guard method == "event" else { return }
                self.attempt { () throws(CommandFailure) in try heard(params) }
            },
            ended: { self.end(self.reason(of: $0)) }
        )
        self.client = client
        var params = JSONObject()
        params["topics"] = topics.map { .array($0.map { .string($0) }) }
        self.call(.subscribe, params) { _ in
            self.isFollowing = true
            self.attempt(ready)
        }
        do {
            _ = try SignalWatch(on: self.loop, for: .interrupt) { self.loop.stop() }
        } catch {
            throw .fault(error.description)
        }
        self.loop.run()
        if let failure = self.failure { throw failure }
    }

    /// Asks the daemon; an error ends the following.
    func call(
        _ method: ControlMethod,
        _ params: JSONObject = [:],
        completion: @escaping (JSONValue) throws(CommandFailure) -> Void
    ) {
        self.client?.call(method, params) { outcome in
            switch outcome {
            case .success(let result):
                self.attempt { () throws(CommandFailure) in try completion(result) }
            case .failure(let failure): self.end(self.reason(of: failure))
            }
        }
    }

    /// A timer that calls `work` every `interval`.
    func every(_ interval: Duration, _ work: @escaping () -> Void) {
        var timer: LoopTimer?
        timer = LoopTimer(on: self.loop) {
            work()
            timer?.arm(after: interval)
        }
        timer?.arm(after: interval)
    }

    private func attempt(_ body: () throws(CommandFailure) -> Void) {
        guard self.failure == nil else { return }
        do {
            try body()
        } catch {
            self.end(error)
        }
    }

    /// Why the following has come to its end: what is lost after an answer is a daemon that ended.
    private func reason(of failure: ControlFailure) -> CommandFailure {
        guard self.isFollowing, case .lost(let path) = failure else { return .control(failure) }
        return .noDaemon("The daemon at \(path) is gone.")
    }

    private func end(_ failure: CommandFailure) {
        if self.failure == nil { self.failure = failure }
        self.client?.close()
        self.loop.stop()
    }
}

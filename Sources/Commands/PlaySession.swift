import Control
import EventLoop

/// One person at the prompt, and the daemon behind it.
///
/// Loop-confined.
final class PlaySession {
    /// 5 s: a daemon that is restarted is back by then.
    private static let patience = Duration.seconds(5)
    /// 250 ms between two tries to reach it.
    private static let retryInterval = Duration.milliseconds(250)

    private let loop: Loop
    private let path: String
    private let console: Console
    private var machine = PlayStateMachine()
    private var screen: PlayScreen?
    private var client: ControlClient?
    private var retry: LoopTimer?
    private var failure: CommandFailure?
    /// Whether the daemon has ever answered.
    private var wasConnected = false
    /// When the daemon was lost; `nil` while it is there.
    private var lostAt: Duration?
    private var isLearning = false
    private var isStale = false
    private var isAwaitingStart = true

    init(at path: String, console: Console) throws(CommandFailure) {
        do {
            self.loop = try Loop()
        } catch {
            throw .fault(error.description)
        }
        self.path = path
        self.console = console
    }

    /// Plays until the person leaves, the daemon is gone for good, or a signal comes.
    func run() throws(CommandFailure) {
        self.retry = LoopTimer(on: self.loop) { self.connect() }
        do {
            for (signal, number) in [
                (SignalWatch.Signal.terminate, 15), (.hangUp, 1), (.interrupt, 2),
            ] {
                _ = try SignalWatch(on: self.loop, for: signal) {
                    self.end(.signalled(Int32(number)))
                }
            }
            _ = try SignalWatch(on: self.loop, for: .windowChanged) { self.screen?.redraw() }
        } catch {
            throw .fault(error.description)
        }
        self.connect()
        self.loop.run()
        self.screen?.close()
        if let failure = self.failure { throw failure }
    }

    private func end(_ failure: CommandFailure?) {
        if self.failure == nil { self.failure = failure }
        self.client?.close()
        self.screen?.close()
        self.loop.stop()
    }

    // MARK: The daemon

    private func connect() {
        let client = ControlClient(
            on: self.loop,
            path: self.path,
            notified: { method, params in
                if method == "event" { self.heard(params) }
            },
            ended: { self.lost($0) }
        )
        self.client = client
        client.call(.subscribe, ["topics": ["session", "game"]]) { outcome in
            switch outcome {
            case .success: self.connected()
            case .failure(let failure): self.unanswered(failure)
            }
        }
    }

    /// The daemon is there and of no use; that it is gone is told to `lost`.
    private func unanswered(_ failure: ControlFailure) {
        switch failure {
        case .refused, .garbled, .timedOut: self.end(.control(failure))
        case .noDaemon, .notAllowed, .unreachable, .lost: break
        }
    }

    private func connected() {
        self.wasConnected = true
        if self.lostAt != nil {
            self.lostAt = nil
            self.screen?.show(["The daemon is back."])
        }
        self.learn()
    }

    private func lost(_ failure: ControlFailure) {
        if case .refused = failure { return self.end(.control(failure)) }
        guard self.wasConnected else { return self.end(.control(failure)) }
        let now = self.loop.now
        if self.lostAt == nil {
            self.lostAt = now
            self.machine.lost()
            self.isLearning = false
            self.isAwaitingStart = true
            self.screen?.complain("The daemon is gone; waiting for it to come back.")
            self.screen?.setPrompt(self.machine.prompt)
        }
        guard let lostAt = self.lostAt, now - lostAt < Self.patience else {
            let seconds = Self.patience.components.seconds
            return self.end(
                .noDaemon(
                    "The daemon at \(self.path) is gone and did not come back within \(seconds) s."
                )
            )
        }
        self.retry?.arm(after: Self.retryInterval)
    }

    private func heard(_ event: JSONValue) {
        if let line = event["line"]?.text, let shown = self.machine.heard(line) {
            self.screen?.show([shown])
        }
        if event["topic"]?.text == "game" { self.learn() }
    }

    // MARK: How the game stands

    /// Asks how the game stands; what happens meanwhile costs one more question, not many.
    private func learn() {
        guard !self.isLearning else {
            self.isStale = true
            return
        }
        self.isLearning = true
        self.isStale = false
        self.client?.call(.gameStatus) { outcome in
            self.isLearning = false
            switch outcome {
            case .failure(let failure): self.unanswered(failure)
            case .success(let status):
                if self.isStale { return self.learn() }
                self.learned(GameView(status))
            }
        }
    }

    private func learned(_ game: GameView) {
        self.machine.learned(game)
        if self.screen == nil { self.begin(game) }
        self.screen?.setPrompt(self.machine.prompt)
        if self.isAwaitingStart {
            self.isAwaitingStart = false
            self.screen?.nextLine()
        }
    }

    /// Opens the screen, once it is known what to say there.
    private func begin(_ game: GameView) {
        let screen = PlayScreen(on: self.loop, console: self.console) { self.take($0) }
        self.screen = screen
        if screen.isInteractive {
            screen.show(
                ["Type help for what can be typed; Ctrl-D leaves."]
                    + GameStatusCommand.sentences(of: game)
            )
        }
    }

    // MARK: The person

    private func take(_ event: PlayScreen.Event) {
        switch event {
        case .line(let line): self.entered(line)
        case .interrupted: self.screen?.show(["Ctrl-D leaves."])
        case .ended: self.end(nil)
        case .failed(let failure): self.end(failure)
        }
    }

    private func entered(_ line: String) {
        switch self.machine.entered(line) {
        case .ask(let method, let params): self.ask(method, params)
        case .tell(let lines):
            self.screen?.show(lines)
            self.nextLineLater()
        case .leave: self.end(nil)
        case .nothing: self.nextLineLater()
        }
    }

    private func ask(_ method: ControlMethod, _ params: JSONObject) {
        self.client?.call(method, params) { outcome in
            switch outcome {
            case .success(let result): self.show(result, of: method)
            case .failure(let failure):
                _ = self.machine.answered(nil)
                self.screen?.complain(failure.description)
            }
            guard self.lostAt == nil else { return }
            // The next line waits for what this one has changed.
            self.isAwaitingStart = true
            self.learn()
        }
    }

    private func nextLineLater() {
        self.loop.later { self.screen?.nextLine() }
    }

    private func show(_ result: JSONValue, of method: ControlMethod) {
        let inColour = self.console.surroundings.hasColours
        let sentence = self.machine.answered(result["message"]?.text)
        switch method {
        case .gameHistory:
            let lines = GameHistoryCommand.lines(of: result["events"]?.items ?? [])
            self.screen?.show(lines.isEmpty ? ["No game has been played yet."] : lines)
        case .gameScores:
            self.screen?.show(styled: GameScoresCommand.lines(of: result, inColour: inColour))
        case .gameStatus:
            self.screen?.show(GameStatusCommand.sentences(of: GameView(result)))
        case .peers:
            let lines = PeersTable.lines(
                of: result,
                discovery: "ok",
                at: self.console.wallSeconds,
                inColour: inColour
            )
            self.screen?.show(styled: lines)
        default:
            self.screen?.show([sentence].compactMap(\.self))
            if let warning = result["warning"]?.text { self.screen?.complain(warning) }
        }
    }
}

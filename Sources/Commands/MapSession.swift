import Control
import EventLoop

/// One person at the map, and the daemon behind it.
///
/// Loop-confined.
final class MapSession {
    /// 5 s: a daemon that is restarted is back by then.
    private static let patience = Duration.seconds(5)
    /// 250 ms between two tries to reach it.
    private static let retryInterval = Duration.milliseconds(250)
    /// 250 ms between two pictures: a rider moves some dots meanwhile.
    private static let interval = Duration.milliseconds(250)

    /// 2 s: riders that have not moved for so long are not where they are shown.
    private static let trust = Duration.seconds(2)

    private let loop: Loop
    private let path: String
    private let console: Console
    private var machine: MapStateMachine
    private var screen: MapScreen?
    private var client: ControlClient?
    private var retry: LoopTimer?
    private var clock: LoopTimer?
    private var doubt: LoopTimer?
    private var failure: CommandFailure?
    /// Whether the daemon has ever answered.
    private var wasConnected = false
    /// When the daemon was lost; `nil` while it is there.
    private var lostAt: Duration?
    private var isAsking = false
    /// Whether it is shown that no answer comes.
    private var isDoubting = false
    private var hasEnded = false

    init(at path: String, console: Console) throws(CommandFailure) {
        do {
            self.loop = try Loop()
        } catch {
            throw .fault(error.description)
        }
        self.path = path
        self.console = console
        self.machine = MapStateMachine(
            columns: console.surroundings.columns,
            rows: console.surroundings.rows,
            isInteractive: true
        )
    }

    /// Shows the map until the person leaves, the daemon is gone for good, or a signal comes.
    func run() throws(CommandFailure) {
        self.retry = LoopTimer(on: self.loop) { self.connect() }
        self.clock = LoopTimer(on: self.loop) { self.ask() }
        self.doubt = LoopTimer(on: self.loop) {
            self.isDoubting = true
            self.machine.say("The daemon does not answer; this is how it was.")
            self.draw()
        }
        do {
            for (signal, number) in [
                (SignalWatch.Signal.terminate, 15), (.hangUp, 1), (.interrupt, 2),
            ] {
                _ = try SignalWatch(on: self.loop, for: signal) {
                    self.end(.signalled(Int32(number)))
                }
            }
            _ = try SignalWatch(on: self.loop, for: .windowChanged) { self.resized() }
        } catch {
            throw .fault(error.description)
        }
        self.connect()
        self.loop.run()
        self.screen?.close()
        if let failure = self.failure { throw failure }
    }

    private func end(_ failure: CommandFailure?) {
        guard !self.hasEnded else { return }
        self.hasEnded = true
        self.failure = failure
        self.client?.close()
        self.screen?.close()
        self.loop.stop()
    }

    // MARK: The daemon

    private func connect() {
        self.client = ControlClient(
            on: self.loop,
            path: self.path,
            notified: { _, _ in },
            ended: { self.lost($0) }
        )
        self.askForRoute { self.connected() }
    }

    private func connected() {
        self.wasConnected = true
        if self.lostAt != nil {
            self.lostAt = nil
            self.machine.say(nil)
        }
        self.isAsking = false
        self.ask()
    }

    private func lost(_ failure: ControlFailure) {
        self.trustAgain()
        if case .refused = failure { return self.end(.control(failure)) }
        guard self.wasConnected else { return self.end(.control(failure)) }
        self.clock?.cancel()
        let now = self.loop.now
        if self.lostAt == nil {
            self.lostAt = now
            self.machine.say("The daemon is gone; waiting for it to come back.")
            self.draw()
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

    /// The daemon is there and of no use; that it is gone is told to `lost`.
    private func unanswered(_ failure: ControlFailure) {
        switch failure {
        case .refused, .garbled, .timedOut: self.end(.control(failure))
        case .noDaemon, .notAllowed, .unreachable, .lost: break
        }
    }

    private func askForRoute(_ done: @escaping () -> Void) {
        self.client?.call(.rideRoute) { outcome in
            switch outcome {
            case .success(let route): self.machine.learned(route: route)
            case .failure(.refused(ControlCode.refused.rawValue, _, _)):
                self.machine.learned(route: nil)
            case .failure(let failure): return self.unanswered(failure)
            }
            done()
        }
    }

    /// Asks where the riders are, and again some time after it was asked and has answered.
    private func ask() {
        guard !self.isAsking, !self.hasEnded, self.lostAt == nil else { return }
        self.isAsking = true
        let next = self.loop.now + Self.interval
        self.doubt?.arm(after: Self.trust)
        self.client?.call(.rideRiders) { outcome in
            self.isAsking = false
            self.trustAgain()
            switch outcome {
            case .failure(let failure): self.unanswered(failure)
            case .success(let riders):
                self.machine.learned(riders: riders)
                self.show()
                self.clock?.arm(after: next - self.loop.now)
            }
        }
    }

    /// Doubts no longer, as something has come of the question.
    private func trustAgain() {
        self.doubt?.cancel()
        if self.isDoubting { self.machine.say(nil) }
        self.isDoubting = false
    }

    // MARK: The person

    /// Opens the screen once there is something to show, and shows it.
    private func show() {
        if self.screen == nil {
            do throws(CommandFailure) {
                self.screen = try MapScreen(on: self.loop, console: self.console) { self.take($0) }
            } catch {
                return self.end(error)
            }
            self.measure()
        }
        self.draw()
    }

    private func take(_ event: MapScreen.Event) {
        switch event {
        case .key(let key): self.pressed(key)
        case .ended: self.end(nil)
        case .failed(let failure): self.end(failure)
        }
    }

    private func pressed(_ key: Key) {
        switch self.machine.pressed(key) {
        case .draw: self.draw()
        case .reload:
            self.screen?.clear()
            self.draw()
            if self.lostAt == nil { self.askForRoute { self.draw() } }
        case .suspend:
            self.screen?.suspend()
            self.resized()
        case .leave: self.end(nil)
        case .nothing: break
        }
    }

    private func resized() {
        self.screen?.clear()
        self.measure()
        self.draw()
    }

    private func measure() {
        guard let size = self.screen?.size else { return }
        self.machine.resized(columns: size.columns, rows: size.rows)
    }

    private func draw() {
        self.screen?.draw(self.machine.lines(inColour: self.console.surroundings.hasColours))
    }
}

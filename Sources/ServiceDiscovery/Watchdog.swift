import Glibc
import Synchronization

/// Notices on a thread of its own that Avahi hangs.
///
/// Two signs. A call that has not returned for 2 s: the thread that made it can't say so itself. And
/// avahi-daemon's own socket: between calls nobody else would notice, so every 5 s it is asked for
/// its list of commands, which costs it nothing and, unlike a call, never blocks.
final class Watchdog: Sendable {
    /// 2 s: a call takes a few milliseconds; a machine under heavy load may need a hundred.
    static let callPatience: Duration = .seconds(2)
    /// 20 s: D-Bus gives a call up after 25 s.
    static let givenUp: Duration = .seconds(20)
    /// 5 s: a hang between calls harms nobody sooner.
    static let pulseInterval: Duration = .seconds(5)
    /// 3 s: avahi-daemon answers in a millisecond.
    static let pulsePatience: Duration = .seconds(3)

    private struct Calls {
        /// When the call that is being made began.
        var began: Duration?
        /// Whether the watchdog's thread knows that it has to look.
        var isWatched = false
        var isStopping = false
    }

    private let calls = Mutex(Calls())
    private let wake: WakePipe
    private let announcer: Announcer

    init(announcer: Announcer) throws(ServiceDiscoveryError) {
        self.wake = try WakePipe()
        self.announcer = announcer
    }

    // MARK: The thread that owns the references

    /// A call begins that may block.
    func callBegan(at now: Duration) {
        let mustWake = self.calls.withLock { calls in
            calls.began = now
            defer { calls.isWatched = true }
            return !calls.isWatched
        }
        if mustWake { self.wake.signal() }
    }

    /// The call returned.
    func callReturned() {
        self.calls.withLock { $0.began = nil }
    }

    /// What the call brought has been told, so that nothing false is told in between.
    func callSettled() {
        self.announcer.update { $0.isCallStuck = false }
    }

    func stop() {
        self.calls.withLock { $0.isStopping = true }
        self.wake.signal()
    }

    // MARK: The watchdog's own thread

    /// Returns after `stop`.
    func run() {
        var pulse = DaemonPulse(at: MonotonicTime.now())
        while true {
            let now = MonotonicTime.now()
            let (isStopping, callDeadline) = self.look(at: now)
            guard !isStopping else { break }
            if let isSilent = pulse.advance(at: now) {
                self.announcer.update { $0.isDaemonSilent = isSilent }
            }
            var descriptors = [
                pollfd(fd: self.wake.readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pulse.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let deadline = [pulse.deadline, callDeadline].compactMap(\.self).min()
            MonotonicTime.poll(&descriptors, until: deadline)
            self.wake.drain()
            if descriptors[1].revents != 0 {
                pulse.answered(at: MonotonicTime.now())
                self.announcer.update { $0.isDaemonSilent = false }
            }
        }
        pulse.hangUp()
    }

    private func look(at now: Duration) -> (isStopping: Bool, deadline: Duration?) {
        let (isStopping, began) = self.calls.withLock { calls in
            // Without a call there is nothing to watch, and the next one has to wake this thread.
            if calls.began == nil { calls.isWatched = false }
            return (calls.isStopping, calls.began)
        }
        guard let began else { return (isStopping, nil) }
        let deadline = began + Self.callPatience
        guard deadline <= now else { return (isStopping, deadline) }
        self.announcer.update { $0.isCallStuck = true }
        return (isStopping, now + Self.callPatience)
    }
}

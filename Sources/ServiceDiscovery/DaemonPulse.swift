import Glibc

/// Asks avahi-daemon now and then, over its own socket, whether it is alive.
struct DaemonPulse {
    private enum State {
        case resting(until: Duration)
        /// Stays so after the deadline too: the late answer is the sign that it lives again.
        case asking(Int32, deadline: Duration?)
    }

    private var state: State

    init(at now: Duration) {
        self.state = .resting(until: now)
    }

    /// To be polled for reading; -1 is none.
    var descriptor: Int32 {
        switch self.state {
        case .resting: -1
        case .asking(let descriptor, _): descriptor
        }
    }

    /// When `advance(at:)` is next due.
    var deadline: Duration? {
        switch self.state {
        case .resting(let until): until
        case .asking(_, let deadline): deadline
        }
    }

    /// Does what is due; whether the daemon is silent, or `nil` when that is not known yet.
    mutating func advance(at now: Duration) -> Bool? {
        switch self.state {
        case .resting(let until):
            guard until <= now else { return nil }
            return self.ask(at: now)
        case .asking(let descriptor, let deadline):
            guard let deadline, deadline <= now else { return nil }
            self.state = .asking(descriptor, deadline: nil)
            return true
        }
    }

    /// The descriptor is readable: an answer, or the end, which is no silence either.
    mutating func answered(at now: Duration) {
        self.hangUp()
        self.state = .resting(until: now + Watchdog.pulseInterval)
    }

    /// Closes what is open.
    mutating func hangUp() {
        guard case .asking(let descriptor, _) = self.state else { return }
        close(descriptor)
        self.state = .resting(until: .zero)
    }

    private mutating func ask(at now: Duration) -> Bool? {
        self.state = .resting(until: now + Watchdog.pulseInterval)
        switch LocalSocket.connect(to: LocalSocket.avahiPath) {
        case .nobody:
            return false
        case .crowded:
            return nil
        case .connected(let descriptor):
            let question = Array("HELP\n".utf8)
            guard send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) > 0
            else {
                close(descriptor)
                return nil
            }
            self.state = .asking(descriptor, deadline: now + Watchdog.pulsePatience)
            return nil
        }
    }
}

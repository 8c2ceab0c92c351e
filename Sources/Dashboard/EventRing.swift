import Control
import HTTP

/// The last events, so that a page that was away can catch up.
///
/// A value. Ids are a word of this run and a number, so that a page can't take the events of
/// another run for those that it missed.
struct EventRing: Equatable, Sendable {
    /// 256: hours of an ordinary session, or a lively game with all its guesses.
    static let capacity = 256

    private let run: String
    private var events: [String] = []
    /// The number of the next event; the first is 1.
    private var next: UInt64 = 1

    /// `run` must differ between runs, and hold no hyphen.
    init(run: String) {
        self.run = run
    }

    /// Keeps an event, and gives it its id.
    mutating func append(_ event: JSONValue) -> ServerSentEvent {
        let text = JSONWriter.text(of: event)
        if self.events.count == Self.capacity { self.events.removeFirst() }
        self.events.append(text)
        self.next += 1
        return self.event(text, self.next - 1)
    }

    /// What a client is told first: whether it can go on, and then what it has not seen.
    ///
    /// `lastID` is of the last event that it has seen; `nil` for a new client. If not all later
    /// ones are kept, everything that is kept follows, and the client must ask for the state anew.
    func greeting(after lastID: String?) -> [ServerSentEvent] {
        let first = self.next - UInt64(self.events.count)
        let seen = lastID.flatMap(self.number)
        let isResumed = seen.map { $0 + 1 >= first && $0 < self.next } ?? false
        let start = isResumed ? (seen ?? 0) + 1 : first
        let ready = ServerSentEvent(
            name: "ready",
            id: self.id(start - 1),
            data: JSONWriter.text(of: ["resumed": .bool(isResumed)])
        )
        return [ready]
            + (start..<self.next).map { self.event(self.events[Int($0 - first)], $0) }
    }

    private func event(_ text: String, _ number: UInt64) -> ServerSentEvent {
        ServerSentEvent(name: "event", id: self.id(number), data: text)
    }

    private func id(_ number: UInt64) -> String { "\(self.run)-\(number)" }

    /// The number in an id of this run.
    private func number(_ id: String) -> UInt64? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == self.run,
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt64(parts[1]), number < .max
        else { return nil }
        return number
    }
}

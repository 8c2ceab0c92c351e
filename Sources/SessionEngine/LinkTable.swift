import Determinism
import Links
import Peers

/// All links of this daemon, and which of them have something to write.
struct LinkTable: Equatable, Sendable {
    /// What has to be known of every link after every event, without looking at each of them.
    private struct Summary: Equatable, Sendable {
        var deadline: Moment?
        var bytes = 0
    }

    private(set) var links: [LinkID: Link] = [:]
    /// As of the last flush of each link.
    private var summaries: [LinkID: Summary] = [:]
    /// Bytes that all links together held at their last flush.
    private(set) var bytesHeld = 0
    /// Links that changed since the last flush.
    private var dirty: Set<LinkID> = []

    subscript(id: LinkID) -> Link? { self.links[id] }

    var count: Int { self.links.count }

    /// How many links lead to that peer, whatever their state.
    func count(to peer: PeerID) -> Int { self.links.values.count { $0.peer == peer } }

    /// The links in the order in which they were made.
    var ids: [LinkID] { self.links.keys.sorted() }

    mutating func add(_ link: Link) {
        self.links[link.id] = link
        self.summaries[link.id] = Summary()
        self.dirty.insert(link.id)
    }

    mutating func remove(_ id: LinkID) {
        self.links[id] = nil
        self.dirty.remove(id)
        if let summary = self.summaries.removeValue(forKey: id) { self.bytesHeld -= summary.bytes }
    }

    /// Changes one link in place, and marks it for the next flush.
    mutating func change<Result>(_ id: LinkID, _ body: (inout Link) -> Result) -> Result? {
        guard let index = self.links.index(forKey: id) else { return nil }
        self.dirty.insert(id)
        return body(&self.links.values[index])
    }

    /// Takes what a link wants written, and notes what has become of it.
    mutating func flush(_ id: LinkID, at now: Moment) -> LinkOutput? {
        guard let index = self.links.index(forKey: id) else { return nil }
        let output = self.links.values[index].nextOutput(at: now)
        let bytes = self.links.values[index].bytesHeld
        self.bytesHeld += bytes - (self.summaries[id]?.bytes ?? 0)
        let deadline = self.links.values[index].nextDeadline
        self.summaries[id] = Summary(deadline: deadline, bytes: bytes)
        return output
    }

    /// Whether any link changed since the last flush.
    var hasDirty: Bool { !self.dirty.isEmpty }

    /// The links to flush, in order; asking clears the list.
    mutating func takeDirty() -> [LinkID] {
        guard !self.dirty.isEmpty else { return [] }
        defer { self.dirty.removeAll(keepingCapacity: true) }
        return self.dirty.sorted()
    }

    /// Whether a link to that peer is on the way to an election.
    func isOpening(to peer: PeerID) -> Bool {
        self.links.values.contains { $0.peer == peer && $0.machine.isOpening }
    }

    /// When the first of them has something due.
    var nextDeadline: Moment? {
        self.summaries.values.reduce(nil) { Moment.earliest($0, $1.deadline) }
    }

    /// Links that have something due, in order.
    func due(at now: Moment) -> [LinkID] {
        self.summaries.filter { $0.value.deadline.map { $0 <= now } ?? false }.keys.sorted()
    }

    /// The link that holds most, when all together hold too much.
    func largestBeyondBound() -> LinkID? {
        guard self.bytesHeld > SessionLimits.allLinksBytesMaximum else { return nil }
        return self.summaries.max { left, right in
            (left.value.bytes, right.key) < (right.value.bytes, left.key)
        }?.key
    }
}

import Determinism
import Links
import Peers

/// All links of this daemon, and which of them have something to write.
struct LinkTable: Equatable, Sendable {
    private(set) var links: [LinkID: Link] = [:]
    /// Links that changed since the last flush.
    private var dirty: Set<LinkID> = []

    subscript(id: LinkID) -> Link? { self.links[id] }

    var count: Int { self.links.count }

    /// How many links lead to that peer, whatever their state.
    func count(to peer: PeerID) -> Int { self.links.values.count { $0.peer == peer } }

    /// Bytes that all links together hold.
    var bytesHeld: Int { self.links.values.reduce(0) { $0 + $1.bytesHeld } }

    /// The links in the order in which they were made.
    var ids: [LinkID] { self.links.keys.sorted() }

    mutating func add(_ link: Link) {
        self.links[link.id] = link
        self.dirty.insert(link.id)
    }

    mutating func remove(_ id: LinkID) {
        self.links[id] = nil
        self.dirty.remove(id)
    }

    /// Changes one link in place, and marks it for the next flush.
    mutating func change<Result>(_ id: LinkID, _ body: (inout Link) -> Result) -> Result? {
        guard let index = self.links.index(forKey: id) else { return nil }
        self.dirty.insert(id)
        return body(&self.links.values[index])
    }

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
        var earliest: Moment?
        for link in self.links.values {
            earliest = Moment.earliest(earliest, link.nextDeadline)
        }
        return earliest
    }

    /// Links that have something due, in order.
    func due(at now: Moment) -> [LinkID] {
        self.links.values.compactMap { link in
            guard let deadline = link.nextDeadline, deadline <= now else { return nil }
            return link.id
        }.sorted()
    }

    /// The link that holds most, when all together hold too much.
    func largestBeyondBound() -> LinkID? {
        var sum = 0
        var largest: (id: LinkID, bytes: Int)?
        for link in self.links.values {
            sum += link.bytesHeld
            let bytes = link.bytesHeld
            if let known = largest, (known.bytes, link.id) >= (bytes, known.id) { continue }
            largest = (link.id, bytes)
        }
        return sum > SessionLimits.allLinksBytesMaximum ? largest?.id : nil
    }
}

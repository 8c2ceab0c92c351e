import Determinism

/// What is to happen, earliest first; what is due at one moment, in the order of its scheduling.
struct EventQueue: Sendable {
    struct Entry: Sendable {
        let moment: Int64
        let sequence: UInt64
        let happening: Happening

        func precedes(_ other: Entry) -> Bool {
            self.moment == other.moment
                ? self.sequence < other.sequence : self.moment < other.moment
        }
    }

    private var heap: [Entry] = []
    private var sequence: UInt64 = 0

    var isEmpty: Bool { self.heap.isEmpty }

    mutating func add(_ happening: Happening, at moment: Moment) {
        self.sequence += 1
        self.heap.append(
            Entry(moment: moment.nanoseconds, sequence: self.sequence, happening: happening)
        )
        var child = self.heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard self.heap[child].precedes(self.heap[parent]) else { return }
            self.heap.swapAt(child, parent)
            child = parent
        }
    }

    /// The next thing, unless it is later than `end`.
    mutating func next(until end: Moment) -> (moment: Moment, happening: Happening)? {
        guard let first = self.heap.first, first.moment <= end.nanoseconds else { return nil }
        let last = self.heap.removeLast()
        if !self.heap.isEmpty {
            self.heap[0] = last
            self.sink()
        }
        return (Moment(nanoseconds: first.moment), first.happening)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < self.heap.count {
                if self.heap[child].precedes(self.heap[least]) { least = child }
            }
            guard least != parent else { return }
            self.heap.swapAt(parent, least)
            parent = least
        }
    }
}

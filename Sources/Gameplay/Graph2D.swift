/// Places in the plane and ways between them, through which it finds the shortest path.
///
/// Counterpart of `GKGraph` with nodes of `GKGraphNode2D`: a network of roads, say.
public struct Graph2D: Equatable, Sendable {
    /// Names a node of the graph that made it.
    public struct Node: Hashable, Sendable {
        let index: Int
    }

    private struct Way: Equatable, Sendable {
        let end: Node
        let cost: Double
    }

    private var positions: [SIMD2<Double>] = []
    /// By the index of the node where they begin, in the order in which they were made.
    private var ways: [[Way]] = []

    public init() {}

    /// The nodes, in the order in which they were added.
    public var nodes: [Node] { self.positions.indices.map { Node(index: $0) } }

    /// Adds a node; its coordinates should be finite.
    public mutating func addNode(at position: SIMD2<Double>) -> Node {
        self.positions.append(position)
        self.ways.append([])
        return Node(index: self.positions.count - 1)
    }

    /// Where a node of this graph is; another graph's is our own bug.
    public func position(of node: Node) -> SIMD2<Double> { self.positions[node.index] }

    /// Makes a way from one node to another, and by default back.
    ///
    /// - Parameters:
    ///   - start: where it begins.
    ///   - end: where it leads; a way that was there already is replaced.
    ///   - effort: by how much it costs more than its length: 1 on a level road, more on a bad or
    ///     steep one. What is less than 1, or no number, counts as 1, since nothing is shorter than
    ///     the straight line.
    ///   - bidirectional: whether the same way leads back.
    public mutating func connect(
        _ start: Node,
        to end: Node,
        effort: Double = 1,
        bidirectional: Bool = true
    ) {
        let length = (self.position(of: end) - self.position(of: start)).length
        let cost = effort > 1 ? length * effort : length
        self.ways[start.index].removeAll { $0.end == end }
        self.ways[start.index].append(Way(end: end, cost: cost))
        guard bidirectional else { return }
        self.connect(end, to: start, effort: effort, bidirectional: false)
    }

    /// The nodes that a node has ways to.
    public func connectedNodes(of node: Node) -> [Node] { self.ways[node.index].map(\.end) }

    /// The cheapest way to walk: the nodes from `start` through `end`; empty when there is none.
    ///
    /// A* with the straight line as the estimate, which never exceeds the cost (P. Hart, N.
    /// Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths",
    /// 1968). Of equally cheap ones it is the same on every machine.
    public func findPath(from start: Node, to end: Node) -> [Node] {
        var best = [Double](repeating: .infinity, count: self.positions.count)
        var previous = [Node?](repeating: nil, count: self.positions.count)
        var isDone = [Bool](repeating: false, count: self.positions.count)
        var frontier = Frontier()
        best[start.index] = 0
        frontier.insert(start, estimate: self.estimate(start, end))
        while let node = frontier.removeCheapest() {
            if node == end { return self.trace(to: end, previous) }
            // A node that was reached more cheaply later is in the frontier twice.
            guard !isDone[node.index] else { continue }
            isDone[node.index] = true
            for way in self.ways[node.index] where !isDone[way.end.index] {
                let cost = best[node.index] + way.cost
                guard cost < best[way.end.index] else { continue }
                best[way.end.index] = cost
                previous[way.end.index] = node
                frontier.insert(way.end, estimate: cost + self.estimate(way.end, end))
            }
        }
        return []
    }

    private func estimate(_ node: Node, _ end: Node) -> Double {
        (self.position(of: end) - self.position(of: node)).length
    }

    private func trace(to end: Node, _ previous: [Node?]) -> [Node] {
        var nodes = [end]
        while let node = nodes.last.flatMap({ previous[$0.index] }) { nodes.append(node) }
        return nodes.reversed()
    }

    /// Nodes that wait to be looked at, as a binary heap: the least estimate first, then the
    /// earliest.
    private struct Frontier {
        private var entries: [(estimate: Double, number: Int, node: Node)] = []
        private var insertions = 0

        mutating func insert(_ node: Node, estimate: Double) {
            self.entries.append((estimate, self.insertions, node))
            self.insertions += 1
            var place = self.entries.count - 1
            while place > 0, self.comes(place, before: (place - 1) / 2) {
                self.entries.swapAt(place, (place - 1) / 2)
                place = (place - 1) / 2
            }
        }

        mutating func removeCheapest() -> Node? {
            guard let cheapest = self.entries.first else { return nil }
            let last = self.entries.removeLast()
            guard !self.entries.isEmpty else { return cheapest.node }
            self.entries[0] = last
            var place = 0
            while true {
                let children = (2 * place + 1..<2 * place + 3).filter { $0 < self.entries.count }
                guard let child = children.min(by: { self.comes($0, before: $1) }),
                    self.comes(child, before: place)
                else { return cheapest.node }
                self.entries.swapAt(place, child)
                place = child
            }
        }

        private func comes(_ one: Int, before other: Int) -> Bool {
            (self.entries[one].estimate, self.entries[one].number)
                < (self.entries[other].estimate, self.entries[other].number)
        }
    }
}

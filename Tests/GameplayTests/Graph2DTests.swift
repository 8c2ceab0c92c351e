import Determinism
import Gameplay
import Testing

@Suite struct Graph2DTests {
    /// A crossing with a short way over a hill and a long one around it.
    ///
    /// ```
    /// home ── 3 ── hill ── 3 ── café      by the hill 6, by the lake 4 + 6 + 4 = 14
    ///   └─ 4 ─ lake ─ 6 ─ shore ─ 4 ─┘
    /// ```
    private struct Roads {
        var graph = Graph2D()
        let home, hill, cafe, lake, shore, island: Graph2D.Node

        init(hillEffort: Double = 1) {
            self.home = self.graph.addNode(at: [0, 0])
            self.hill = self.graph.addNode(at: [3, 0])
            self.cafe = self.graph.addNode(at: [6, 0])
            self.lake = self.graph.addNode(at: [0, -4])
            self.shore = self.graph.addNode(at: [6, -4])
            self.island = self.graph.addNode(at: [3, -9])
            self.graph.connect(self.home, to: self.hill, effort: hillEffort)
            self.graph.connect(self.hill, to: self.cafe, effort: hillEffort)
            self.graph.connect(self.home, to: self.lake)
            self.graph.connect(self.lake, to: self.shore)
            self.graph.connect(self.shore, to: self.cafe)
        }
    }

    @Test func `it takes the shortest way, and the longer one when that costs less`() {
        let flat = Roads()
        #expect(
            flat.graph.findPath(from: flat.home, to: flat.cafe) == [
                flat.home, flat.hill, flat.cafe,
            ]
        )
        let steep = Roads(hillEffort: 2.4)
        #expect(
            steep.graph.findPath(from: steep.home, to: steep.cafe)
                == [steep.home, steep.lake, steep.shore, steep.cafe]
        )
        let gentle = Roads(hillEffort: 2.3)
        #expect(gentle.graph.findPath(from: gentle.cafe, to: gentle.home).count == 3)
    }

    @Test func `there is no way to an island, and a short one to where it is`() {
        let roads = Roads()
        #expect(roads.graph.findPath(from: roads.home, to: roads.island).isEmpty)
        #expect(roads.graph.findPath(from: roads.home, to: roads.home) == [roads.home])
    }

    @Test func `a way in one direction is none in the other`() {
        var roads = Roads()
        roads.graph.connect(roads.shore, to: roads.island, bidirectional: false)
        #expect(roads.graph.findPath(from: roads.lake, to: roads.island).count == 3)
        #expect(roads.graph.findPath(from: roads.island, to: roads.lake).isEmpty)
        #expect(roads.graph.connectedNodes(of: roads.island).isEmpty)
    }

    @Test func `a way that is made again costs what it was made for last`() {
        var roads = Roads()
        roads.graph.connect(roads.home, to: roads.hill, effort: 5)
        #expect(roads.graph.connectedNodes(of: roads.home) == [roads.lake, roads.hill])
        #expect(roads.graph.findPath(from: roads.home, to: roads.cafe).count == 4)
        roads.graph.connect(roads.home, to: roads.hill, effort: .nan)
        #expect(roads.graph.findPath(from: roads.home, to: roads.cafe).count == 3)
    }

    @Test func `its way becomes a path to follow, and never a loop`() throws {
        let roads = Roads()
        let nodes = roads.graph.findPath(from: roads.home, to: roads.cafe)
        let path = try Path(nodes: nodes, of: roads.graph, radius: 1)
        #expect(path.points == [[0, 0], [3, 0], [6, 0]])
        #expect(path.length == 6)
        #expect(!path.isCyclical)
        #expect(throws: PathFault.tooFewPoints(0)) {
            try Path(nodes: [], of: roads.graph, radius: 1)
        }
    }

    /// Against Floyd and Warshall's method, which is too simple to be wrong.
    @Test(arguments: 1...20)
    func `in random networks nothing is cheaper`(seed: UInt64) {
        var (generator, graph) = (SeededGenerator(seed: seed), Graph2D())
        let nodes = (0..<25).map { _ in
            graph.addNode(at: SIMD2(generator.nextUniform(), generator.nextUniform()))
        }
        var cost = nodes.map { _ in nodes.map { _ in Double.infinity } }
        for _ in 0..<60 {
            let (one, other) = (generator.within(0...24), generator.within(0...24))
            let effort = 1 + generator.nextUniform()
            graph.connect(nodes[one], to: nodes[other], effort: effort, bidirectional: false)
            let way = graph.position(of: nodes[other]) - graph.position(of: nodes[one])
            cost[one][other] = (way * way).sum().squareRoot() * effort
        }
        let direct = cost
        for middle in 0..<25 {
            for start in 0..<25 {
                for end in 0..<25 {
                    let over = cost[start][middle] + cost[middle][end]
                    cost[start][end] = min(cost[start][end], over)
                }
            }
        }
        let places = Dictionary(uniqueKeysWithValues: zip(nodes, 0...))
        for start in 0..<25 {
            for end in 0..<25 where end != start {
                let found = graph.findPath(from: nodes[start], to: nodes[end]).compactMap {
                    places[$0]
                }
                #expect(found.isEmpty == (cost[start][end] == .infinity))
                let sum = zip(found, found.dropFirst()).reduce(0) { $0 + direct[$1.0][$1.1] }
                if !found.isEmpty { #expect(abs(sum - cost[start][end]) < 1e-9) }
            }
        }
    }
}

import Testing

@testable import ServiceDiscovery

struct BrowseTableTests {
    private let onTwo = BrowseTable.Sight(label: "bob", interface: 2)
    private let onThree = BrowseTable.Sight(label: "bob", interface: 3)

    @Test func `repeats are found once and lost with the last`() {
        var table = BrowseTable()
        #expect(table.added(self.onTwo) == true)
        #expect(table.added(self.onTwo) == false)
        #expect(table.removed(self.onTwo) == false)
        #expect(table.removed(self.onTwo) == true)
        #expect(table == BrowseTable())
    }

    @Test func `interfaces are counted apart`() {
        var table = BrowseTable()
        #expect(table.added(self.onTwo) == true)
        #expect(table.added(self.onThree) == true)
        #expect(table.removed(self.onTwo) == true)
        #expect(table.removed(self.onThree) == true)
    }

    @Test func `a goodbye of something unknown is nothing`() {
        var table = BrowseTable()
        #expect(table.removed(self.onTwo) == false)
    }

    @Test func `what comes back after a new browse is neither found nor lost`() {
        var table = BrowseTable()
        _ = table.added(self.onTwo)
        _ = table.added(self.onTwo)
        table.markStale()
        #expect(table.added(self.onTwo) == false)
        #expect(table.dropStale() == [])
        #expect(table.removed(self.onTwo) == true, "the old browse's repeats must not count")
    }

    @Test func `what does not come back is dropped in order`() {
        var table = BrowseTable()
        for label in ["c", "a", "b"] {
            _ = table.added(BrowseTable.Sight(label: label, interface: 2))
        }
        table.markStale()
        _ = table.added(BrowseTable.Sight(label: "b", interface: 2))
        #expect(table.dropStale().map(\.label) == ["a", "c"])
        #expect(table.dropStale() == [])
    }

    @Test func `of five, removing the second and the fourth leaves the others`() {
        var table = BrowseTable()
        let all = (1...5).map { BrowseTable.Sight(label: "p\($0)", interface: 2) }
        for sight in all { _ = table.added(sight) }
        #expect(table.removed(all[1]) == true)
        #expect(table.removed(all[3]) == true)
        table.markStale()
        #expect(table.dropStale().map(\.label) == ["p1", "p3", "p5"])
    }

    @Test func `a flood is not tracked beyond the bound`() {
        var table = BrowseTable()
        for number in 0..<BrowseTable.sightsMaximum {
            #expect(table.added(BrowseTable.Sight(label: "p\(number)", interface: 2)) == true)
        }
        #expect(table.added(self.onTwo) == false)
        #expect(table.removed(self.onTwo) == false)
    }
}

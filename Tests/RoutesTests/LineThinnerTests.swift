import Geodesy
import GeodesyTesting
import Testing

@testable import Routes

@Suite struct LineThinnerTests {
    private func point(_ index: Int) -> GPXPoint {
        GPXPoint(place(0, Double(index) * 1e-5), elevation: Double(index))
    }

    @Test func `as many as may be kept are all kept, equal ones too`() {
        var thinner = LineThinner(keptMaximum: 10)
        thinner.beginLine()
        for index in 0..<10 { thinner.append(self.point(index / 2)) }
        thinner.endLine()
        #expect(thinner.lines == [(0..<10).map { self.point($0 / 2) }])
        #expect(thinner.spacing == 0)
    }

    @Test func `a million points stay within their bound, and none is far from a kept one`() throws
    {
        var thinner = LineThinner(keptMaximum: 1_000)
        var most = 0
        thinner.beginLine()
        for index in 0..<1_000_000 {
            thinner.append(self.point(index))
            if index % 997 == 0 { most = max(most, thinner.lines[0].count) }
        }
        thinner.endLine()
        #expect(most <= 1_000)
        let line = thinner.lines[0]
        #expect((500...1_001).contains(line.count))
        #expect(line.first == self.point(0))
        #expect(line.last == self.point(999_999))
        // 1,113 km in at most 1,000 legs.
        let longest = zip(line, line.dropFirst()).map { $0.coordinate.metres(to: $1.coordinate) }
            .max()
        #expect(try #require(longest) <= 2 * thinner.spacing + 1.2)
        #expect((1_024...2_048).contains(thinner.spacing))
    }

    @Test func `lines are never joined, and each keeps its ends`() {
        var thinner = LineThinner(keptMaximum: 100)
        for line in 0..<20 {
            thinner.beginLine()
            for index in 0..<50 { thinner.append(self.point(line * 1_000 + index)) }
        }
        thinner.endLine()
        #expect(thinner.lines.count == 20)
        for (index, line) in thinner.lines.enumerated() {
            #expect(line.first == self.point(index * 1_000))
            #expect(line.last == self.point(index * 1_000 + 49))
        }
        #expect(thinner.lines.reduce(0) { $0 + $1.count } <= 100)
    }

    @Test func `a million points in one place end, and are few`() {
        var thinner = LineThinner(keptMaximum: 100)
        thinner.beginLine()
        for _ in 0..<1_000_000 { thinner.append(self.point(7)) }
        thinner.endLine()
        #expect(thinner.lines[0].count <= 3)
    }

    @Test func `more lines than may be kept points end too`() {
        var thinner = LineThinner(keptMaximum: 10)
        for line in 0..<50 {
            thinner.beginLine()
            thinner.append(self.point(line))
        }
        thinner.endLine()
        #expect(thinner.lines.count == 50)
    }
}

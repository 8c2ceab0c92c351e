import Commands
import Testing

/// When a watch asks anew.
@Suite struct RefreshingTests {
    @Test func `many changes before an answer cost one more question`() {
        var refreshing = Refreshing()
        var asked: [Bool] = []
        for _ in 0..<4 { asked.append(refreshing.wanted()) }
        #expect(asked == [true, false, false, false])
        let (again, first, second) = (
            refreshing.answered(), refreshing.wanted(), refreshing.answered()
        )
        #expect(again && first && !second)
    }
}

import Determinism
import Testing

@testable import Cycling

/// The lines of the tutorial's console.
@Suite struct RiderLogTests {
    private let waldo = RiderLabel(
        id: RiderID(owner: Samples.me, number: 1),
        name: Samples.name("Waldo")
    )

    private func event(_ what: RiderEvent.What, second: UInt64 = 1) -> RiderEvent {
        RiderEvent(second: second, rider: self.waldo, what: what)
    }

    @Test func `lines read as the tutorial's`() {
        let lines: [(RiderEvent.What, String)] = [
            (.leaving(.cruisin), "Waldo is leaving CruisinState"),
            (.leaving(.flat), "Waldo is leaving FlatState"),
            (.entering(.returnin), "Waldo is entering ReturninState"),
            (.entering(.breather), "Waldo is entering BreatherState"),
            (.entering(.helpin), "Waldo is entering HelpinState"),
            (.entering(.flat), "Waldo is entering FlatState - Oh no!"),
            (.rolled(100), "Rolled a 100"),
            (
                .refused(from: .breather, to: .flat),
                "Waldo can't go from BreatherState to FlatState"
            ),
            (.joined, "Waldo has joined"), (.left, "Waldo has left"),
        ]
        for (what, line) in lines { #expect(self.event(what).sentence == line) }
    }

    @Test func `a full log drops its oldest lines and keeps counting`() {
        var log = RiderLog()
        for second in 1...2_345 as ClosedRange<UInt64> {
            let entry = log.append(self.event(.joined, second: second), at: Samples.wall)
            #expect(entry.number == second)
        }
        #expect(log.count == 2_345)
        #expect(log.entries.map(\.number) == Array(1_346...2_345))
        #expect(log.entries.map(\.event.second) == log.entries.map(\.number))
        #expect(log.entries(after: 2_343).map(\.number) == [2_344, 2_345])
        #expect(log.entries(after: 0).count == 1_000)
        #expect(log.entries(after: 9_999).isEmpty)
    }

    @Test func `an unfilled log gives what it has`() {
        var log = RiderLog()
        #expect(log.entries.isEmpty && log.entries(after: 0).isEmpty)
        _ = log.append(self.event(.joined), at: Samples.wall)
        #expect(log.entries.map(\.number) == [1])
        #expect(log.entries(after: 1).isEmpty)
    }
}

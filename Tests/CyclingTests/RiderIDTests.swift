import Cycling
import Peers
import Testing

/// Names of riders.
@Suite struct RiderIDTests {
    @Test func `an id reads as its owner's label and its number, and sorts by them`() throws {
        let (ada, bob) = (
            try #require(PeerID([UInt8](repeating: 0, count: 32))),
            try #require(PeerID([UInt8](repeating: 0xFF, count: 32)))
        )
        let person = RiderID(owner: bob, number: RiderID.person)
        #expect("\(person)" == String(repeating: "7", count: 51) + "q-0")
        let riders = [person, RiderID(owner: ada, number: 10), RiderID(owner: ada, number: 9)]
        #expect(riders.sorted().map(\.number) == [9, 10, 0])
    }
}

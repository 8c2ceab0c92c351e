import Activities
import Determinism
import Peering
import Peers
import ServiceDiscovery
import SessionEngine
import Testing

@Suite struct AdvertTextTests {
    private func advert(name: String) throws -> Advertisement {
        let peer = try #require(PeerID([UInt8](repeating: 0xa1, count: 32)))
        let instance = try #require(InstanceID([UInt8](0..<16)))
        return Advertisement(
            local: LocalPeer(
                peer: peer,
                instance: instance,
                name: try DisplayName(name),
                port: 7433,
                activities: [.guess],
                startedAt: WallTime(milliseconds: 0)
            )
        )
    }

    @Test func `the record says version, id, name, instance and activities`() throws {
        let record = try AdvertText.record(of: try self.advert(name: "ada"))
        #expect(record.entries.map(\.key) == ["v", "id", "n", "b", "a"])
        #expect(record["v"] == Array("1".utf8))
        #expect(record["id"].map { $0.count } == 52)
        #expect(record["n"] == Array("ada".utf8))
        #expect(record["b"] == Array("aaaqeayeaudao".utf8))
        #expect(record["a"] == Array("guess".utf8))
    }

    @Test func `the longest name leaves the record within 400 bytes`() throws {
        let name = String(repeating: "é", count: 31) + "x"
        let record = try AdvertText.record(of: try self.advert(name: name))
        let bytes = record.entries.reduce(0) { $0 + 2 + $1.key.utf8.count + $1.value.count }
        #expect(bytes <= TextRecord.bytesMaximum)
        #expect(AdvertText.name(in: record)?.text == name)
    }

    @Test(arguments: [
        [UInt8](), [0xff, 0xfe], Array("a\u{1B}[2Jb".utf8), Array("   ".utf8),
        [UInt8](repeating: 0x61, count: 64),
    ])
    func `a name that is none is no hint`(_ value: [UInt8]) throws {
        let record = try TextRecord([(key: "n", value: value)])
        #expect(AdvertText.name(in: record) == nil)
    }
}

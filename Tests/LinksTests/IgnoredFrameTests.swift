import Determinism
import Links
import Peers
import Testing
import Wire

/// Kinds from 128 on may be ignored, and yet they travel in order like all others.
@Suite struct IgnoredFrameTests {
    private let hello: Hello

    init() throws {
        self.hello = Hello(
            minorVersions: 0...0,
            name: try DisplayName("bob"),
            instance: try #require(InstanceID([UInt8](repeating: 7, count: 16))),
            activities: [1],
            port: 7433,
            held: nil
        )
    }

    private func take(_ frames: [Frame], on link: inout Link) -> [LinkEffect] {
        link.received(frames, ownHello: self.hello, expectedProof: [], at: .zero)
    }

    private func control(_ message: LinkMessage) -> Frame {
        Frame(kind: message.kind.rawValue, lane: .control, payload: message.payload)
    }

    private func electedLink() throws -> Link {
        var link = Link(
            id: LinkID(1),
            peer: try #require(PeerID([UInt8](repeating: 1, count: 32))),
            role: .accepted,
            speaksFirst: true,
            remote: Endpoint(address: .v4(0x0A4D_0002), port: 7433),
            proof: [],
            openedAt: .zero,
            at: .zero
        )
        let opening: [LinkMessage] = [.prove(Prove(proof: [])), .hello(self.hello), .elect(1)]
        #expect(
            self.take(opening.map(self.control), on: &link) == [.greeted(self.hello), .elected(1)]
        )
        return link
    }

    @Test func `an ignored frame of the reliable lane is counted, so that the next one follows`()
        throws
    {
        var link = try self.electedLink()
        let foreign = Frame(kind: 200, lane: .reliable, sequence: 1, payload: [0xa0])
        let profile = LinkMessage.profile(Profile(name: self.hello.name, activities: [1]))
        let next = Frame(
            kind: profile.kind.rawValue,
            lane: .reliable,
            sequence: 2,
            payload: profile.payload
        )
        #expect(self.take([foreign, next], on: &link) == [.received(profile)])
        #expect(link.ignoredFrames == 1)
    }

    @Test func `an ignored frame out of sequence is malformed all the same`() throws {
        var link = try self.electedLink()
        let foreign = Frame(kind: 200, lane: .reliable, sequence: 2, payload: [0xa0])
        let detail = "sequence 2 where 1 had to follow"
        #expect(
            self.take([foreign], on: &link) == [.ended(.closedHere(.malformed, detail: detail))]
        )
    }
}

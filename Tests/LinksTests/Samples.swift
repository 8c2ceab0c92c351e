import Determinism
import Links
import Peers
import Wire

/// What the tests of links share: two peers, a hello, and a link in an interesting state.
enum Samples {
    static func peer(_ byte: UInt8) -> PeerID {
        guard let peer = PeerID([UInt8](repeating: byte, count: 32)) else {
            preconditionFailure("An id has 32 bytes.")
        }
        return peer
    }

    static func instance(_ byte: UInt8) -> InstanceID {
        guard let instance = InstanceID([UInt8](repeating: byte, count: 16)) else {
            preconditionFailure("An instance has 16 bytes.")
        }
        return instance
    }

    static func name(_ text: String) -> DisplayName {
        guard let name = try? DisplayName(text) else {  // tidy-ok: the tests' own constants.
            preconditionFailure("\(text) is no name.")
        }
        return name
    }

    static let endpoint = Endpoint(address: .v4(0x0A4D_0002), port: 7_433)

    static func hello(held: UInt64? = nil) -> Hello {
        Hello(
            minorVersions: 0...0,
            name: self.name("ada"),
            instance: self.instance(7),
            activities: [1],
            port: 7_433,
            held: held
        )
    }

    static func frame(_ message: LinkMessage, sequence: UInt64? = nil) -> Frame {
        Frame(
            kind: message.kind.rawValue,
            lane: message.kind.lane,
            sequence: sequence,
            payload: message.payload
        )
    }

    static func activity(_ body: [UInt8] = [1]) -> LinkMessage {
        .activity(ActivityMessage(activity: 1, origin: self.peer(2), originSequence: 1, body: body))
    }

    static func key(_ key: UInt64) -> StateKey { StateKey(activity: 2, key: key) }

    static func state(_ key: UInt64, version: UInt64, _ body: [UInt8] = []) -> StateMessage {
        StateMessage(key: self.key(key), version: version, body: body)
    }

    static func at(_ milliseconds: Int64) -> Moment { .zero + .milliseconds(milliseconds) }
}

extension Link {
    /// A link that has just been made.
    static func fresh(speaksFirst: Bool = true) -> Link {
        Link(
            id: LinkID(1),
            peer: Samples.peer(2),
            role: .dialled,
            speaksFirst: speaksFirst,
            remote: Samples.endpoint,
            proof: [],
            openedAt: .zero,
            at: .zero
        )
    }

    /// A link whose peer has said prove and hello.
    static func greeted() -> Link {
        var link = Link.fresh()
        _ = link.take([.prove(Prove(proof: [])), .hello(Samples.hello())], at: .zero)
        link.flush(at: .zero)
        return link
    }

    /// A link that the peer has elected.
    static func elected() -> Link {
        var link = Link.greeted()
        _ = link.take([.elect(1)], at: .zero)
        link.flush(at: .zero)
        return link
    }

    mutating func take(_ messages: [LinkMessage], at now: Moment) -> [LinkEffect] {
        self.received(
            messages.map { Samples.frame($0) },
            ownHello: Samples.hello(),
            expectedProof: [],
            at: now
        )
    }

    /// Writes all that is due, and gives what it was.
    @discardableResult
    mutating func flush(at now: Moment) -> [LinkMessage] {
        var messages: [LinkMessage] = []
        while let output = self.nextOutput(at: now) {
            var decoder = FrameDecoder(holdingAfter: 0)
            decoder.open()
            decoder.append(output.bytes)
            while let frame = try? decoder.next() {  // tidy-ok: a link's own frames.
                if let message = try? LinkMessage(frame) {  // tidy-ok: as above.
                    messages.append(message)
                }
            }
            if output.isLast { break }
            self.wrote()
        }
        return messages
    }
}

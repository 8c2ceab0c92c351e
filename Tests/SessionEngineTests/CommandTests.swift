import Determinism
import Discovery
import Links
import Peers
import SessionEngine
import Testing

@Suite struct CommandTests {
    @Test func `a name is refused with the reason, or taken and told`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        #expect(
            daemon.command(.rename("a\nb", isForced: false))
                == .refused("A name may not contain the control or formatting character U+A.")
        )
        #expect(
            daemon.command(.rename("", isForced: true))
                == .refused("A name needs at least one character that can be seen.")
        )
        #expect(
            daemon.command(.rename("ada", isForced: false))
                == .done("This daemon is now called ada.")
        )
        #expect(daemon.effects.contains(.rememberName(Daemon.name("ada"))))
        let profile = LinkMessage.profile(Profile(name: Daemon.name("ada"), activities: [1]))
        #expect(daemon.written(on: 1).contains(profile))
        #expect(daemon.effects.contains(.advertise(Advertisement(local: daemon.engine.local))))
    }

    @Test func `an address by hand is dialled, and answered when joined`() {
        var daemon = Daemon(5)
        #expect(daemon.command(.connectEndpoint(Daemon.endpoint(9))) == nil)
        #expect(daemon.effects.contains(.dial(DialID(1), Daemon.endpoint(9))))
        daemon.greet(9, on: 1, dial: DialID(1))
        let reply = daemon.effects.compactMap { effect -> SessionReply? in
            if case .reply(_, let reply) = effect { reply } else { nil }
        }
        #expect(reply == [.done("peer9 (\(Daemon.peer(9).short)) is joined.")])
    }

    @Test func `an address where nobody is, is answered with the reason`() {
        var daemon = Daemon(5)
        _ = daemon.command(.connectEndpoint(Daemon.endpoint(9)))
        daemon.take(.dialFailed(DialID(1), "connection refused"))
        guard case .reply(_, .refused(let sentence))? = daemon.effects.first else {
            Issue.record("\(daemon.effects)")
            return
        }
        #expect(sentence.contains("connection refused"))
        // And it goes on trying.
        daemon.wait(.seconds(1))
        #expect(daemon.engine.load.targets == 1)
    }

    @Test func `a connect is answered after 20 s at the latest`() {
        var daemon = Daemon(5)
        _ = daemon.command(.connectEndpoint(Daemon.endpoint(9)))
        var answers = 0
        for _ in 0..<21 {
            let end = daemon.now + .seconds(1)
            while let due = daemon.engine.nextDeadline, due <= end {
                daemon.now = max(due, daemon.now)
                daemon.take(.timerFired)
                for case .reply in daemon.effects { answers += 1 }
            }
            daemon.now = end
        }
        #expect(answers == 1)
        #expect(daemon.engine.load.waitingCommands == 0)
    }

    @Test func `a daemon that reaches itself says so and gives up`() {
        var daemon = Daemon(5)
        _ = daemon.command(.connectEndpoint(Daemon.endpoint(5)))
        daemon.greet(5, on: 1, dial: DialID(1))
        #expect(
            daemon.effects.contains { if case .reply(_, .refused) = $0 { true } else { false } }
        )
        #expect(daemon.engine.load.targets == 0)
        #expect(!daemon.engine.ownIdentityInUse)
        #expect(daemon.engine.roster(at: daemon.now).isEmpty)
    }

    @Test func `disconnect ends the link, and keeps the peer off until connect`() {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        #expect(daemon.command(.disconnect(Daemon.peer(3)))?.isRefused == true)
        #expect(daemon.command(.disconnect(Daemon.peer(9)))?.isRefused == false)
        #expect(daemon.written(on: 1).last == .goodbye(Goodbye(reason: .disconnected)))
        #expect(
            daemon.notices == [
                .left(Daemon.peer(9), Daemon.name("peer9"), .closedHere(.disconnected))
            ]
        )
        daemon.take(.linkClosed(LinkID(1), detail: "closed"))
        daemon.greet(9, on: 2)
        #expect(daemon.written(on: 2).last == .goodbye(Goodbye(reason: .disconnected)))
        #expect(daemon.command(.connectPeer(Daemon.peer(9))) == nil)
        daemon.greet(9, on: 3)
        #expect(daemon.engine.memberCount == 1)
    }

    @Test func `a peer of which no address is known can't be connected`() {
        var daemon = Daemon(5)
        #expect(daemon.command(.connectPeer(Daemon.peer(9)))?.isRefused == true)
        #expect(daemon.command(.block(Daemon.peer(5)))?.isRefused == true)
        #expect(daemon.command(.allow(Daemon.peer(9)))?.isRefused == true)
        #expect(daemon.command(.disconnect(nil)) == .done("Nobody was joined."))
    }

    @Test func `the address that is shown is that of the elected link`() throws {
        var daemon = Daemon(5)
        daemon.greet(9, on: 1)
        let shown = try #require(daemon.engine.member(Daemon.peer(9), at: daemon.now)?.endpoint)
        daemon.take(
            .linkEstablished(
                EstablishedLink(
                    id: LinkID(2),
                    dial: nil,
                    peer: Daemon.peer(9),
                    remote: Endpoint(address: .v4(0x0A4E_0009), port: 40_000),
                    openedAt: daemon.now
                )
            )
        )
        daemon.receive([.prove(Prove(proof: [])), .hello(Daemon.hello(9, held: 1))], on: 2)
        #expect(daemon.written(on: 2).last == .goodbye(Goodbye(reason: .duplicate)))
        #expect(daemon.engine.member(Daemon.peer(9), at: daemon.now)?.endpoint == shown)
    }

    @Test func `who is blocked is sent away, and remembered`() {
        var daemon = Daemon(5)
        #expect(daemon.command(.block(Daemon.peer(9)))?.isRefused == false)
        #expect(daemon.effects.contains(.rememberBlocked([Daemon.peer(9)])))
        daemon.greet(9, on: 1)
        #expect(daemon.written(on: 1).last == .goodbye(Goodbye(reason: .blocked)))
        #expect(daemon.command(.connectPeer(Daemon.peer(9)))?.isRefused == true)
        #expect(daemon.command(.allow(Daemon.peer(9)))?.isRefused == false)
        daemon.greet(9, on: 2)
        #expect(daemon.engine.memberCount == 1)
    }
}

extension SessionReply {
    var isRefused: Bool {
        switch self {
        case .refused: true
        case .done: false
        }
    }
}

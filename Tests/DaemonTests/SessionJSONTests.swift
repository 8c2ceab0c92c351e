import Activities
import Control
import Daemon
import Determinism
import Guessing
import Peers
import Testing

@Suite struct SessionJSONTests {
    private let wall = WallTime(milliseconds: 1_767_323_045_678)

    private func peer(_ byte: UInt8) throws -> PeerID {
        try #require(PeerID(Array(repeating: byte, count: 32)))
    }

    @Test func `a member has a name, an address and a reason only where there is one`() throws {
        let (ada, bob) = (try self.peer(1), try self.peer(2))
        let address = try #require(IPAddress(bytes: [10, 77, 0, 2]))
        let members = [
            Member(
                peer: ada,
                name: try DisplayName("ada"),
                status: .joined,
                endpoint: Endpoint(address: address, port: 7_433),
                roundTrip: .microseconds(200),
                sinceAge: .seconds(12)
            ),
            Member(
                peer: bob,
                name: nil,
                status: .refused("it is blocked here"),
                endpoint: nil,
                roundTrip: nil,
                sinceAge: .zero
            ),
        ]
        #expect(
            JSONWriter.text(of: SessionJSON.peers(members, wall: self.wall))
                == #"{"peers":[{"id":"\#(ada)","name":"ada","state":"joined","#
                + #""address":"10.77.0.2:7433","rttMs":0.2,"since":"2026-01-02T03:03:53.678Z"},"#
                + #"{"id":"\#(bob)","state":"refused","since":"2026-01-02T03:04:05.678Z","#
                + #""reason":"it is blocked here"}]}"#
        )
    }

    @Test func `a game has the shapes that are promised before, during and after it`() throws {
        let me = try self.peer(1)
        let (now, salt) = (Moment(sinceStart: .seconds(1)), [UInt8](repeating: 9, count: 32))
        var game = GuessingGame(me: me, name: try DisplayName("ada"))
        #expect(
            JSONWriter.text(of: SessionJSON.status(game.status))
                == #"{"phase":"none","host":null,"role":"none","low":1,"high":100,"pending":[],"#
                + #""guesses":0,"winner":null}"#
        )
        #expect(
            JSONWriter.text(of: SessionJSON.history(game.history, viewer: me)) == #"{"events":[]}"#
        )
        let command = GuessCommand.newGame(
            secret: "42",
            auto: false,
            low: 1,
            high: 100,
            gameID: [UInt8](repeating: 8, count: 16),
            salt: salt
        )
        _ = game.handle(.command(command, CommandToken(1)), at: now, wall: self.wall)
        let host = #"{"id":"\#(me)","name":"ada"}"#
        #expect(
            JSONWriter.text(of: SessionJSON.status(game.status))
                == #"{"phase":"running","host":\#(host),"role":"host","low":1,"high":100,"#
                + #""pending":[],"guesses":0,"winner":null}"#
        )
        let history = JSONWriter.text(of: SessionJSON.history(game.history, viewer: me))
        #expect(history.hasPrefix(#"{"events":[{"kind":"newGame","peer":\#(host)"#))
        #expect(history.hasSuffix(#""line":"You have started a new game."}]}"#))
        #expect(!history.contains("42"))
    }

    @Test func `an answer to a command is a sentence, with a warning if there is one`() {
        let plain = SessionJSON.message("Done.", warning: nil)
        #expect(JSONWriter.text(of: plain) == #"{"message":"Done."}"#)
        let warned = SessionJSON.message("Done.", warning: "But.")
        #expect(JSONWriter.text(of: warned) == #"{"message":"Done.","warning":"But."}"#)
    }
}

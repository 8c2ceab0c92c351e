import Foundation
import Testing

/// A connection that is reset in the middle of a game disturbs nothing.
@Suite(.onLAN(), .serialized)
struct ResetLANTests {
    @Test func `resets in the middle of a game are not seen in it`() async throws {
        try await withHousehold(hosts: 3) { home in
            try await home.startAll()
            try await home["ada"].say("game", "new", "77", "--auto")
            for name in ["bob", "eve"] {
                try await eventually("the game at \(name)") {
                    try await home[name].game().phase == "running"
                }
            }
            let taps = try home.daemons.map { try $0.follow() }
            var expected: [Int] = []
            for round in 1...5 {
                let guesser = home[round % 2 == 0 ? "bob" : "eve"]
                try await self.reset(home.lan, on: ["ada", "bob", "eve"][round % 3])
                // In the moment after the reset, and again right before the answer.
                try await guesser.say("game", "guess", "\(round)")
                try await self.reset(home.lan, on: guesser.host)
                expected.append(round)
                for daemon in home.daemons {
                    try await eventually("the answer to \(round) at \(daemon.name)") {
                        try await daemon.history().filter { $0.kind == "answer" }.count == round
                    }
                }
            }
            try await home["eve"].say("game", "guess", "77")
            for history in try await home.haveHistory(ending: "over") {
                #expect(
                    history.filter { $0.kind == "guess" }.map(\.number) == expected + [77]
                )
                #expect(history.map(\.kind).count == 2 + 2 * 6)
                #expect(history.last?.verified == .checked(true))
            }
            for tap in taps { #expect(try tap.happenings("left") == []) }
            try await home.areJoined()
        }
    }

    /// Resets every TCP connection of a host, as soon as it has one.
    private func reset(_ lan: LAN, on host: String) async throws {
        try await eventually("a connection on \(host) to reset") {
            let done = try await lan.run(
                on: host,
                ["ss", "--kill", "-Htn", "state", "established"]
            )
            return done.status == 0 && !done.output.isEmpty
        }
    }
}

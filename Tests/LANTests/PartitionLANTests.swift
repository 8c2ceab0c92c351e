import Foundation
import Testing

/// Two games at once become one, on all machines.
@Suite(.onLAN(), .serialized)
struct PartitionLANTests {
    @Test func `a game on each side of a partition becomes one when it heals`() async throws {
        try await withHousehold(hosts: 3) { home in
            let (ada, bob, eve) = (home["ada"], home["bob"], home["eve"])
            try await home.startAll()
            try await home.lan.fault("cut", "eve")
            try await ada.shows("eve", "lost")
            try await bob.shows("eve", "lost")
            try await eventually("eve alone") { try await eve.status().session.members == 0 }
            let taps = try home.daemons.map { try $0.follow() }
            try await ada.say("game", "new", "42")
            try await eventually("ada's game at bob") { try await bob.game().phase == "running" }
            try await eve.say("game", "new", "24")
            try await bob.say("game", "guess", "50")
            try await eventually("the guess at ada") { try await ada.game().pending.count == 1 }
            try await ada.say("game", "answer", "lower")
            try await home.lan.fault("mend", "eve")
            try await home.areJoined()

            // Both are the first of their hosts: the lower id wins.
            let isAdaLower = try await self.bytes(of: ada).lexicographicallyPrecedes(
                self.bytes(of: eve)
            )
            let winner = isAdaLower ? ada : eve
            let loser = winner === ada ? eve : ada
            for daemon in home.daemons {
                try await eventually("\(winner.name)'s game at \(daemon.name)") {
                    let game = try await daemon.game()
                    return game.phase == "running" && game.host?.name == winner.name
                }
            }
            let short = try await winner.status().id.prefix(8).uppercased()
            let tap = taps[loser === ada ? 0 : 2]
            try await eventually("\(loser.name) being told") {
                // By its id, when the winner is known by others only, and not joined yet.
                try tap.happenings.contains {
                    $0.line == "Your game has ended, as a game of \(winner.name) goes on."
                        || $0.line == "Your game has ended, as a game of \(short) goes on."
                }
            }
            let guesser = loser
            try await guesser.say("game", "guess", winner === ada ? "42" : "24")
            try await eventually("the guess at \(winner.name)") {
                try await winner.game().pending.count == 1
            }
            try await winner.say("game", "answer", "correct")
            let histories = try await home.haveHistory(ending: "over")
            for history in histories {
                #expect(history.map(\.kind) == histories[0].map(\.kind))
                #expect(history.map(\.number) == histories[0].map(\.number))
                #expect(history.last?.verified == .checked(true))
            }
        }
    }

    /// The PeerID's 52 digits of five bits each, whose order is that of its bytes.
    private func bytes(of daemon: DaemonHost) async throws -> [Int] {
        let digits = Array("abcdefghijklmnopqrstuvwxyz234567")
        return try await daemon.status().id.compactMap { digits.firstIndex(of: $0) }
    }
}

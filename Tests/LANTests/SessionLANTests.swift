import Foundation
import Testing

/// Machines find each other, join by themselves, and play.
@Suite(.onLAN(), .serialized)
struct SessionLANTests {
    @Test func `three daemons join by themselves and show it as documented`() async throws {
        try await withHousehold(hosts: 3) { home in
            try await home.startAll()
            let output = try await home["ada"].run("peers", "--json").output
            let document = try #require(
                JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            )
            #expect(Array(document.keys) == ["peers"])
            let rows = try #require(document["peers"] as? [[String: Any]])
            #expect(rows.compactMap { $0["name"] as? String } == ["bob", "eve"])
            for row in rows {
                #expect(
                    Set(row.keys).subtracting(["rttMs"])
                        == ["id", "name", "state", "address", "since"]
                )
            }
            let ids = try await [home["bob"].status().id, home["eve"].status().id]
            #expect(rows.compactMap { $0["id"] as? String } == ids)
            #expect(ids.allSatisfy { $0.utf8.count == 52 })
            try await eventually("a measured round trip to each") {
                try await home["ada"].peers().allSatisfy { ($0.rttMs ?? 0) > 0 }
            }
            for row in try await home["ada"].peers() {
                #expect(row.state == "joined")
                #expect(row.reason == nil)
                #expect(row.address?.hasSuffix(":7433") == true, "\(row)")
                #expect(row.since.hasSuffix("Z"))
            }
            let table = try await home["ada"].say("peers").split(separator: "\n")
            #expect(
                table.first?.split(separator: " ") == [
                    "NAME", "ID", "STATE", "ADDRESS", "RTT", "SINCE",
                ]
            )
            let status = try await home["ada"].status()
            #expect(status.discovery == "ok")
            #expect(status.session.members == 2)
            #expect(status.port == 7433)
            #expect(status.visible)
            #expect(status.activities.contains("guess"))
            #expect(status.sentence.contains("anybody on this network"))
        }
    }

    @Test func `a game reads on every machine as it should`() async throws {
        try await withHousehold(hosts: 4) { home in
            let early = ["ada", "bob", "eve"].map { home[$0] }
            let (ada, bob, eve) = (early[0], early[1], early[2])
            for daemon in early { try daemon.launch() }
            for daemon in early { try await daemon.answers() }
            try await home.areJoined(early)
            #expect(
                try await ada.say("game", "new", "42")
                    == "You have started a new game between 1 and 100. Your number is 42.\n"
            )
            try await self.history(of: bob, has: 1)
            #expect(try await bob.say("game", "guess", "50") == "I guessed the number: 50\n")
            try await eventually("the guess at ada") { try await ada.game().pending.count == 1 }
            #expect(
                try await ada.say("game", "answer", "lower") == "ada says: Give a lower number\n"
            )
            try await self.history(of: eve, has: 3)
            let beginning = """
                ada has started a new game.
                Player bob guessed the number: 50
                ada says: Give a lower number

                """
            #expect(try await eve.say("game", "history") == beginning)
            #expect(
                try await bob.say("game", "history")
                    == beginning.replacing("Player bob guessed", with: "I guessed")
            )
            #expect(
                try await ada.say("game", "history")
                    == beginning.replacing("ada has started", with: "You have started")
            )

            // Who comes late sees the running game, and plays along.
            let late = home["host4"]
            try await late.start()
            try await home.areJoined()
            try await self.history(of: late, has: 3)
            #expect(try await late.say("game", "history") == beginning)
            #expect(try await late.game().role == "guesser")
            #expect(
                try await late.say("game", "guess", "42") == "I guessed the number: 42\n"
            )
            try await eventually("the guess at ada") { try await ada.game().pending.count == 1 }
            try await ada.say("game", "answer", "correct")
            let histories = try await home.haveHistory(ending: "over")
            for history in histories {
                #expect(
                    history.map(\.kind) == [
                        "newGame", "guess", "answer", "guess", "answer", "over",
                    ]
                )
                #expect(history.map(\.number) == [nil, 50, 50, 42, 42, 42])
                #expect(history.last?.peer.name == "host4")
                #expect(history.last?.verified == .checked(true))
                #expect(history[2].verified == .checked(true))
            }
            #expect(try await eve.game().winner?.name == "host4")
            #expect(try await eve.game().phase == "none")
        }
    }

    @Test func `a host that stops ends its game with a word and the number`() async throws {
        try await withHousehold(hosts: 3) { home in
            try await home.startAll()
            try await home["ada"].say("game", "new", "42")
            try await self.history(of: home["bob"], has: 1)
            try await home["bob"].say("game", "guess", "50")
            try await eventually("the guess at ada") {
                try await home["ada"].game().pending.count == 1
            }
            try await home["ada"].say("game", "answer", "lower")
            for name in ["bob", "eve"] { try await self.history(of: home[name], has: 3) }
            #expect(try await home["ada"].stop() == 0)
            for history in try await home.haveHistory(ending: "cancelled") {
                let end = try #require(history.last)
                #expect(end.line == "ada has left; the game is over. The number was 42.")
                #expect(end.verified == .checked(true))
                #expect(end.number == 42)
            }
        }
    }

    @Test func `a host that is killed ends its game, unverified, once it is lost`() async throws {
        try await withHousehold(hosts: 3) { home in
            try await home.startAll()
            try await home["ada"].say("game", "new", "42")
            for name in ["bob", "eve"] { try await self.history(of: home[name], has: 1) }
            let tap = try home["bob"].follow()
            let began = ContinuousClock.now
            try await home["ada"].kill()
            try await tap.hears("left", of: "ada")
            print("A killed host was given up after \(ContinuousClock.now - began).")
            for history in try await home.haveHistory(ending: "cancelled") {
                #expect(history.last?.line == "ada was lost; the game is over.")
                #expect(history.last?.verified == .unknown)
                #expect(history.last?.number == nil)
            }
            #expect(try await home["bob"].game().phase == "none")
            #expect(try await home["bob"].peer("ada")?.state == "lost")
        }
    }

    private func history(of daemon: DaemonHost, has count: Int) async throws {
        try await eventually("\(count) lines of history at \(daemon.name)") {
            try await daemon.history().count == count
        }
    }
}

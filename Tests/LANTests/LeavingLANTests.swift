import Foundation
import Testing

/// However a machine goes, everybody is told so exactly once, with the cause (net.md D12, E1–E6).
@Suite(.onLAN(), .serialized)
struct LeavingLANTests {
    private static let lost = "was lost: nothing was heard for 8 s."

    @Test func `a cut cable is noticed while idle, and all is well when it is mended`() async throws
    {
        try await self.withWatchers { home, watches, ids in
            try await timed("A cut cable, idle, until left", bound: .seconds(10)) {
                try await home.lan.fault("cut", "bob")
                try await self.all(watches, tell: "left", of: "bob", ids)
            }
            try await home["bob"].shows("ada", "lost")
            try await home["ada"].shows("bob", "lost")
            try await home.lan.fault("mend", "bob")
            try await timed("A mended cable until joined", bound: .seconds(5)) {
                try await home.areJoined()
            }
            try self.expect(watches, oneLeft: "bob", ids, Self.lost)
            try self.expect([watches[0]], oneLeft: "eve", ids, nil)
        }
    }

    @Test func `a cut cable is noticed while somebody guesses`() async throws {
        try await self.withWatchers { home, watches, ids in
            try await home["ada"].say("game", "new", "100", "--auto")
            for name in ["bob", "eve"] {
                try await eventually("the game at \(name)") {
                    try await home[name].game().phase == "running"
                }
            }
            try await home["bob"].say("game", "guess", "1")
            try await home.lan.fault("cut", "bob")
            var number = 1
            try await eventually("bob's end at ada and eve") {
                // Refused while bob's own guess waits, which is what it is for.
                number = number % 99 + 1
                _ = try await home["bob"].run("game", "guess", "\(number)")
                _ = try await home["eve"].run("game", "guess", "\(number)")
                return try watches.allSatisfy { try !$0.happenings("left", of: ids["bob"]).isEmpty }
            }
            try await home.lan.fault("mend", "bob")
            try await home.areJoined()
            try self.expect(watches, oneLeft: "bob", ids, Self.lost)
            // Bob saw the host go, and the game come back with the host.
            try await home["eve"].say("game", "guess", "100")
            let histories = try await home.haveHistory(ending: "over")
            for history in histories {
                #expect(history.map(\.number) == histories[0].map(\.number))
                #expect(history.last?.verified == .checked(true))
            }
        }
    }

    @Test func `a frozen daemon is lost after 8 s, and joins anew when it thaws`() async throws {
        try await self.withWatchers { home, watches, ids in
            try await timed("A frozen daemon until left", bound: .seconds(10)) {
                home["bob"].freeze()
                try await self.all(watches, tell: "left", of: "bob", ids)
            }
            home["bob"].thaw()
            try await timed("A thawed daemon until joined", bound: .seconds(5)) {
                try await home.areJoined()
            }
            try self.expect(watches, oneLeft: "bob", ids, Self.lost)
        }
    }

    @Test func `a daemon that freezes for a moment is suspect, and nobody leaves`() async throws {
        try await self.withWatchers { home, watches, ids in
            let tap = try home["bob"].follow()
            home["bob"].freeze()
            try await self.all(watches, tell: "suspect", of: "bob", ids)
            home["bob"].thaw()
            try await self.all(watches, tell: "recovered", of: "bob", ids)
            try await home.areJoined()
            #expect(try watches.flatMap { try $0.happenings("left") } == [])
            // The one that slept must not blame the others for it.
            #expect(try tap.happenings("left") == [])
        }
    }

    @Test func `a killed daemon is lost once, and a restarted one has restarted once`() async throws
    {
        try await self.withWatchers { home, watches, ids in
            try await home["bob"].kill()
            try await home["bob"].start()
            try await home.areJoined()
            try self.expect(watches, oneLeft: "bob", ids, "has restarted.")
            try await home["bob"].kill()
            try await self.all(watches, tell: "left", of: "bob", ids, times: 2)
            try self.expect(watches, left: "bob", ids, ["has restarted.", Self.lost])
            try await home["bob"].start()
            try await home.areJoined()
            try self.expect(watches, left: "bob", ids, ["has restarted.", Self.lost])
        }
    }

    @Test func `a daemon that stops has left, at once`() async throws {
        try await self.withWatchers { home, watches, ids in
            try await timed("A clean stop until left", bound: .seconds(2)) {
                try await home["bob"].stop()
                try await self.all(watches, tell: "left", of: "bob", ids)
            }
            #expect(try await home["ada"].peer("bob")?.reason == "has left")
            try await home["bob"].start()
            try await home.areJoined()
            try self.expect(watches, oneLeft: "bob", ids, "has left.")
            #expect(try watches.flatMap { try $0.happenings("suspect") } == [])
        }
    }

    // MARK: What they share

    /// Three joined daemons; ada and eve are watched.
    private func withWatchers(
        _ body: (Household, [Watch], [String: String]) async throws -> Void
    ) async throws {
        try await withHousehold(hosts: 3) { home in
            try await home.startAll()
            var ids: [String: String] = [:]
            for daemon in home.daemons { ids[daemon.name] = try await daemon.status().id }
            let watches = [try await Watch(at: home["ada"]), try await Watch(at: home["eve"])]
            try await home.areJoined()
            try await body(home, watches, ids)
        }
    }

    private func all(
        _ watches: [Watch],
        tell kind: String,
        of name: String,
        _ ids: [String: String],
        times: Int = 1
    ) async throws {
        for watch in watches {
            try await watch.tells(kind, of: try #require(ids[name]), times: times)
        }
    }

    private func expect(
        _ watches: [Watch],
        oneLeft name: String,
        _ ids: [String: String],
        _ cause: String?
    ) throws {
        try self.expect(watches, left: name, ids, cause.map { [$0] } ?? [])
    }

    private func expect(
        _ watches: [Watch],
        left name: String,
        _ ids: [String: String],
        _ causes: [String]
    ) throws {
        for watch in watches {
            let lines = try watch.happenings("left", of: ids[name]).map(\.line)
            #expect(lines == causes.map { "\(name) \($0)" })
        }
    }
}

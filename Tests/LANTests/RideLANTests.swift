import FolderTesting
import Foundation
import Testing

/// Everybody sees everybody's riders, helps them, and hides from them.
@Suite(.onLAN(), .serialized)
struct RideLANTests {
    /// 99.9 m due north of the place before (ride.md 5.2).
    private static let (place, north) = ("37.33182,-122.03118", "37.332720131,-122.03118")

    @Test func `riders of three machines are the same riders on each, and move`() async throws {
        try await withHousehold(hosts: 3) { home in
            for daemon in home.daemons { try daemon.launch(["--simulants", "2"]) }
            for daemon in home.daemons { try await daemon.answers() }
            try await home.areJoined()
            var all: Set<String> = []
            for daemon in home.daemons {
                all.formUnion(try await daemon.riders().filter(\.own).map(\.id))
            }
            #expect(all.count == 6)
            for daemon in home.daemons {
                try await eventually("six named riders at \(daemon.name)") {
                    let shown = try await daemon.riders()
                    return Set(shown.map(\.id)) == all && shown.allSatisfy(\.live)
                        && Set(shown.map(\.name)) == ["Waldo", "Sue"]
                }
            }
            let before = try await home["eve"].rider("Waldo", of: "ada")
            try await eventually("ada's Waldo somewhere else") {
                let now = try await home["eve"].rider("Waldo", of: "ada")
                return now?.latitude != before?.latitude && now?.longitude != before?.longitude
            }
            let table = try await home["eve"].say("ride", "riders").split(separator: "\n")
            #expect(table.count == 7)
            #expect(table.contains { $0.contains("Waldo") && $0.contains("bob") })
        }
    }

    @Test func `who is helped from 99.9 m off is helped once, and all see by whom`() async throws {
        try await withHousehold(hosts: 3) { home in
            for daemon in home.daemons { try daemon.launch(["--simulants", "0"]) }
            for daemon in home.daemons { try await daemon.answers() }
            try await home.areJoined()
            let (ada, bob, eve) = (home["ada"], home["bob"], home["eve"])
            try await bob.say("ride", "here", Self.place)
            try await bob.say("ride", "status", "flat")
            try await ada.say("ride", "here", Self.north)
            try await eventually("bob's flat at ada") {
                try await ada.rider("bob", of: "bob")?.state == "flat"
            }
            try await ada.say("ride", "status", "helpin")
            try await eventually("bob riding again at eve") {
                try await eve.rider("bob", of: "bob")?.state == "cruisin"
            }
            for daemon in [ada, bob, eve] {
                try await eventually("who helped whom in the log of \(daemon.name)") {
                    try await daemon.rideLog()
                        .contains("ada has fixed the flat tire of bob")
                }
            }
            // A second flat needs a second repair, which is told as another one.
            try await bob.say("ride", "status", "flat")
            try await eventually("a second repair in the log of eve") {
                try await eve.rideLog().filter { $0 == "ada has fixed the flat tire of bob" }.count
                    == 2
            }
        }
    }

    @Test func `riders of the killed are greyed, of who leaves gone, and come back as they were`()
        async throws
    {
        try await withHousehold(hosts: 2) { home in
            let (ada, bob) = (home["ada"], home["bob"])
            for daemon in [ada, bob] { try daemon.launch(["--simulants", "1"]) }
            for daemon in [ada, bob] { try await daemon.answers() }
            try await home.areJoined()
            try await eventually("bob's Waldo at ada") {
                try await ada.rider("Waldo", of: "bob")?.live == true
            }
            let id = try await ada.rider("Waldo", of: "bob")?.id
            try await bob.kill()
            try await eventually("bob's Waldo greyed at ada") {
                try await ada.rider("Waldo", of: "bob")?.live == false
            }
            try await bob.start(["--simulants", "1"])
            try await eventually("the same rider live again at ada") {
                let rows = try await ada.riders().filter { !$0.own }
                return rows.map(\.id) == [id] && rows.allSatisfy(\.live)
            }
            try await bob.stop()
            try await eventually("no rider of bob at ada") {
                try await ada.riders().allSatisfy(\.own)
            }
        }
    }

    @Test func `riders move on while avahi is away`() async throws {
        try await withHousehold(hosts: 2) { home in
            let (ada, bob) = (home["ada"], home["bob"])
            for daemon in [ada, bob] { try daemon.launch(["--simulants", "1"]) }
            for daemon in [ada, bob] { try await daemon.answers() }
            try await home.areJoined()
            try await home.lan.fault("avahi", "ada", "stop")
            try await home.lan.fault("avahi", "bob", "stop")
            try await eventually("ada without discovery") {
                try await ada.status().discovery != "ok"
            }
            let before = try await ada.rider("Waldo", of: "bob")
            try await eventually("bob's Waldo further on at ada") {
                let now = try await ada.rider("Waldo", of: "bob")
                return now?.live == true && now?.latitude != before?.latitude
            }
        }
    }

    @Test func `nothing of who is in a zone or invisible leaves, a restart later neither`()
        async throws
    {
        try await withHousehold(hosts: 2) { home in
            let (ada, bob) = (home["ada"], home["bob"])
            for daemon in [ada, bob] { try daemon.launch(["--simulants", "1"]) }
            for daemon in [ada, bob] { try await daemon.answers() }
            try await home.areJoined()
            try await bob.say("ride", "here", Self.place)
            try await eventually("bob at ada") { try await ada.rider("bob", of: "bob") != nil }
            try await bob.say("ride", "precision", "500")
            try await eventually("bob less precisely at ada") {
                try await ada.rider("bob", of: "bob")?.uncertainty == 500
            }
            try await bob.say("ride", "invisible", "on")
            try await eventually("no bob at ada") { try await ada.rider("bob", of: "bob") == nil }
            try await bob.say("ride", "zone", "add", "home", Self.place, "200")
            try await bob.say("ride", "invisible", "off")
            try await bob.stop()
            try await bob.start(["--simulants", "1"])
            try await bob.say("ride", "here", Self.place)
            try await eventually("bob's Waldo at ada, who would come with bob") {
                try await ada.rider("Waldo", of: "bob")?.live == true
            }
            #expect(try await ada.rider("bob", of: "bob") == nil)
            let own = try await bob.rider("bob", of: "bob")
            #expect(own?.hidden == true)
            try await bob.say("ride", "here", "37.35,-122.03")
            try await eventually("bob outside the zone at ada") {
                try await ada.rider("bob", of: "bob") != nil
            }
        }
    }

    @Test func `a GPX file is ridden, and route and track come back as GPX`() async throws {
        try await withHousehold(hosts: 2) { home in
            let (ada, bob) = (home["ada"], home["bob"])
            for daemon in [ada, bob] { try daemon.launch(["--simulants", "0"]) }
            for daemon in [ada, bob] { try await daemon.answers() }
            try await home.areJoined()
            let folder = try TemporaryFolder()
            try folder.put(Self.gpx(), at: "north.gpx")
            #expect(
                try await bob.say("ride", "start", "--route", folder["north.gpx"])
                    .contains("in the times of the file")
            )
            try await eventually("bob going north at 11.1 m/s at ada") {
                guard let row = try await ada.rider("bob", of: "bob") else { return false }
                return abs(row.speed - 11.1) < 0.2 && row.latitude > 52.0003
                    && abs(row.longitude - 13.4) < 1e-6
            }
            let track = try await bob.say("ride", "export", "track")
            #expect(track.contains("<trkpt lat=\"52.00") && track.contains("<time>"))
            try await bob.say("ride", "export", "route", folder["route.gpx"])
            let route = try String(contentsOfFile: folder["route.gpx"], encoding: .utf8)
            #expect(route.contains("Synthetic City Loop"))
            try folder.put(
                "<gpx version=\"1.1\"><trk><trkseg>\n<trkpt lat=\"nine\" lon=\"1\"/>",
                at: "bad.gpx"
            )
            let refused = try await bob.run("ride", "start", "--route", folder["bad.gpx"])
            #expect(refused.status == 1)
            #expect(refused.errors.contains("ine 2"), "\(refused.errors)")
            let row = try await bob.rider("bob", of: "bob")
            #expect(row?.speed ?? 0 > 0, "The former route is ridden on.")
        }
    }

    /// A track northward for a minute, 0.0001° a second.
    private static func gpx() -> String {
        let points = (0..<60).map { second in
            "<trkpt lat=\"\(52 + Double(second) / 10_000)\" lon=\"13.4\">"
                + String(format: "<time>2026-05-01T10:00:%02dZ</time></trkpt>", second)
        }
        return "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
            + points.joined(separator: "\n") + "</trkseg></trk></gpx>\n"
    }
}

extension DaemonHost {
    func riders() async throws -> [RiderRow] {
        try await self.ask("ride", "riders", as: RidersDocument.self).riders
    }

    /// The rider of a name of the daemon of a name; `nil` for none.
    func rider(_ name: String, of owner: String) async throws -> RiderRow? {
        try await self.riders().first { $0.name == name && $0.owner.name == owner }
    }

    /// The lines of the log, the oldest first.
    func rideLog() async throws -> [String] {
        try await self.ask("ride", "log", as: RideLogDocument.self).entries.map(\.text)
    }
}

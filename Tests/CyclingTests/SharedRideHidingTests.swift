import Determinism
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing
import Wire

@testable import Cycling

/// What leaves a machine whose person hides, and what does not.
@Suite struct SharedRideHidingTests {
    private let ada = Samples.peer(1)
    private let bob = Samples.peer(2)
    private var person: RiderID { RiderID(owner: self.ada, number: 0) }

    /// Whether a coordinate, or half of one, is among the bytes, as it would travel.
    private func holds(_ bytes: [UInt8], _ place: Coordinate) -> Bool {
        var writer = ByteWriter()
        writer.write(place)
        let halves = [writer.bytes[..<4], writer.bytes[4...]]
        return halves.contains { half in
            bytes.indices.contains { bytes[$0...].starts(with: half) }
        }
    }

    private func zone(_ radius: Double = 100) -> RideCommand {
        .addZone(
            name: Samples.name("home"),
            latitude: 51.477_811_1,
            longitude: -0.001_475_3,
            radius: radius,
            randomBytes: [UInt8](repeating: 7, count: 16)
        )
    }

    private let home = RideCommand.here(latitude: 51.477_811_1, longitude: -0.001_475_3)

    @Test(arguments: [true, false])
    func `who hides is taken off others' maps at once, and nothing of it leaves any more`(
        isZone: Bool
    ) throws {
        var wire = try RideWire(self.ada, self.bob)
        wire.command(self.home, at: self.ada)
        wire.run(seconds: 3)
        let place = try #require(wire.shown(at: self.bob)[self.person]?.coordinate)
        #expect(try #require(wire.effects[self.ada]).leaving.contains { self.holds($0, place) })
        wire.forgetEffects()
        wire.command(isZone ? self.zone() : .invisible(true), at: self.ada)
        #expect(wire.effects[self.ada]?.removals == [0])
        #expect(wire.shown(at: self.bob).isEmpty)
        #expect(wire.notices(at: self.bob).map(\.sentence) == ["peer 1 is off the map."])
        // It flattens, repairs, helps, and somebody comes; hours pass.
        for status in [RiderStatus.flat, .cruisin, .helpin] {
            wire.command(.status(status), at: self.ada)
            wire.run(seconds: 70)
        }
        wire.fall(self.ada, self.bob)
        wire.link(self.ada, self.bob)
        wire.run(seconds: 100)
        let said = try #require(wire.effects[self.ada])
        #expect(said.states.isEmpty)
        #expect(said.removals == [0])
        #expect(!said.leaving.contains { self.holds($0, place) })
        #expect(said.leaving.count == 1, "the snapshot for the new link")
        guard case .snapshot(_, [], nil)? = said.snapshots.first else {
            Issue.record("\(said.snapshots)")
            return
        }
        #expect(wire.shown(at: self.bob).isEmpty)
        // It sees itself, and comes back when it wants to.
        #expect(wire[self.ada].riders(at: wire.now).map(\.isHidden) == [true])
        wire.command(
            isZone ? .removeZone(name: Samples.name("home")) : .invisible(false),
            at: self.ada
        )
        #expect(wire.shown(at: self.bob)[self.person]?.status == .helpin)
    }

    @Test func `who rides into a zone vanishes at its edge, and comes out at its edge`() throws {
        // A kilometre to the north through the zone, 10 m a second.
        let end = try #require(
            Geodesic.destination(from: Samples.cupertino, azimuth: 0, metres: 1_000)
        ).coordinate
        let middle = try #require(
            Geodesic.destination(from: Samples.cupertino, azimuth: 0, metres: 500)
        ).coordinate
        let route = try Route([[Samples.cupertino, end]])
        var wire = try RideWire(self.ada, self.bob, on: route)
        wire.command(
            .addZone(
                name: Samples.name("home"),
                latitude: middle.latitude,
                longitude: middle.longitude,
                radius: 100,
                randomBytes: [UInt8](repeating: 0, count: 16)
            ),
            at: self.ada
        )
        wire.command(.ride(try RouteReplay(wire[self.ada].measured, speed: 10)), at: self.ada)
        var hiddenSeconds = 0
        for _ in 0..<100 {
            wire.forgetEffects()
            wire.run(seconds: 1)
            let truth = try #require(wire[self.ada].person(at: wire.now).truth).coordinate
            let said = wire.effects[self.ada] ?? []
            guard truth.metres(to: middle) <= 150 else {
                #expect(wire.shown(at: self.bob).count == 1)
                continue
            }
            hiddenSeconds += 1
            #expect(said.states.isEmpty)
            #expect(said.removals == (hiddenSeconds == 1 ? [0] : []))
            #expect(wire.shown(at: self.bob).isEmpty)
        }
        #expect((29...31).contains(hiddenSeconds))
        #expect(wire.notices(at: self.bob).isEmpty)
    }

    @Test func `a helper that hides is not told of: for others the rider did it alone`() throws {
        var wire = try RideWire(self.ada, self.bob, simulants: 1)
        wire.run(seconds: 1)
        // The simulant breaks down sooner or later; the person stands where it is.
        while wire[self.ada].riders(at: wire.now)[0].status != .flat { wire.run(seconds: 1) }
        let flat = try #require(wire[self.ada].riders(at: wire.now).first)
        wire.command(.invisible(true), at: self.ada)
        wire.command(
            .here(latitude: flat.coordinate.latitude, longitude: flat.coordinate.longitude),
            at: self.ada
        )
        wire.forgetEffects()
        wire.command(.status(.helpin), at: self.ada)
        wire.run(seconds: 3)
        let fixes = wire.broadcasts(of: self.ada).filter { $0.kind == .fixed }
        guard case .fixed(1, _, flat.rider.id)? = fixes.first else {
            Issue.record("\(fixes)")
            return
        }
        #expect(fixes.count == 1)
        #expect(!wire.broadcasts(of: self.ada).contains { $0.kind == .helpArrived })
        let sentences = wire.notices(at: self.bob).map(\.sentence)
        let alone = "\(flat.rider.name) of peer 1 has fixed the flat tire without help."
        #expect(sentences == [alone])
        // At home one knows better.
        let own = wire.notices(at: self.ada).map(\.sentence)
        let line = "peer 1 has fixed the flat tire of \(flat.rider.name) of peer 1."
        #expect(own.contains(line), "\(own)")
    }

    @Test func `a rider that is blurred calls for help from where it is seen`() throws {
        var wire = try RideWire(self.ada, self.bob)
        wire.command(.precision(metres: 1_000), at: self.ada)
        wire.command(self.home, at: self.ada)
        wire.command(.status(.helpin), at: self.ada)
        wire.run(seconds: 10)
        let truth = try #require(wire[self.ada].person(at: wire.now).truth).coordinate
        let said = try #require(wire.effects[self.ada])
        #expect(!said.leaving.contains { self.holds($0, truth) })
        let shown = try #require(wire.shown(at: self.bob)[self.person])
        #expect(shown.uncertainty == 1_000)
        #expect(shown.coordinate.metres(to: truth) > 1)
        let calls = wire.broadcasts(of: self.ada).compactMap { message -> Coordinate? in
            if case .helpArrived(0, _, let place) = message { place } else { nil }
        }
        #expect(calls == [shown.coordinate])
    }
}

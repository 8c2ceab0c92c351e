import Determinism
import Gameplay
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing

@testable import Cycling

/// What others learn of a person, and what they don't: case 60 of ride.md 4.
@Suite struct RidePrivacyTests {
    private let home = place(52.5, 13.4)

    private func zone(_ seed: UInt64 = 1, radius: Double = 200) throws -> PrivacyZone {
        var generator = SeededGenerator(seed: seed)
        return try PrivacyZone(
            name: Samples.name("home"),
            latitude: self.home.latitude,
            longitude: self.home.longitude,
            radius: radius,
            randomBytes: generator.bytes(16)
        )
    }

    private func away(
        _ azimuth: Double,
        _ metres: Double,
        from: Coordinate? = nil
    ) throws
        -> Coordinate
    {
        let end = Geodesic.destination(from: from ?? self.home, azimuth: azimuth, metres: metres)
        return try #require(end).coordinate
    }

    private func report(_ coordinate: Coordinate) -> RiderReport {
        RiderReport(
            status: .cruisin,
            coordinate: coordinate,
            speed: 5,
            course: 90,
            progress: RiderReport.Progress(along: 12, isForward: true)
        )
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `whatever the zone's bytes, all of the circle is hidden, and what is far is not`(
        seed: UInt64
    ) throws {
        var privacy = RidePrivacy()
        privacy.zones = [try self.zone(seed)]
        for azimuth in stride(from: 0.0, to: 360, by: 15) {
            #expect(privacy.published(self.report(try self.away(azimuth, 199.9))) == nil)
            #expect(privacy.published(self.report(try self.away(azimuth, 401))) != nil)
        }
    }

    @Test func `the edge that others see is round another centre, the same for each zone's life`()
        throws
    {
        let zones = try (1...500).map { try self.zone($0) }
        let shifts = zones.map { self.home.metres(to: $0.hiddenCenter) }
        #expect(shifts.allSatisfy { $0 <= 100 })
        // Spread over the disc: a quarter of the area lies within half of its radius.
        #expect(abs(shifts.count { $0 < 50 } - 125) < 35)
        #expect(try self.zone(4) == self.zone(4))
        let east = zones.count { $0.hiddenCenter.longitude > 13.4 }
        #expect(abs(east - 250) < 40)
    }

    @Test func `zones that can't be are refused with their numbers`() throws {
        func fault(_ latitude: Double, _ radius: Double, _ bytes: Int) -> String? {
            do {
                _ = try PrivacyZone(
                    name: Samples.name("home"),
                    latitude: latitude,
                    longitude: 0,
                    radius: radius,
                    randomBytes: [UInt8](repeating: 0, count: bytes)
                )
                return nil
            } catch {
                return error.description
            }
        }
        #expect(fault(52, 200, 16) == nil)
        #expect(fault(52, 49, 16)?.contains("not of 49.0 m") == true)
        #expect(fault(52, .nan, 16) != nil)
        #expect(fault(91, 200, 16)?.contains("91.0") == true)
        #expect(fault(52, 200, 3)?.contains("not 3") == true)
    }

    @Test(arguments: [1.0, 20, 500, 23_300, 100_000])
    func `reduced precision tells the middle of a square, the same for all of it`(
        side: Double
    )
        throws
    {
        var privacy = RidePrivacy()
        privacy.precision = side
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let truth = place(
                Double(generator.within(-90_000_000...90_000_000)) / 1e6,
                Double(generator.within(-180_000_000...179_999_999)) / 1e6
            )
            let told = try #require(privacy.published(self.report(truth)))
            #expect(told.coordinate.metres(to: truth) <= side)
            #expect(told.uncertainty == side)
            #expect(told.course == nil && told.progress == nil)
            let again = try #require(privacy.published(self.report(told.coordinate)))
            #expect(again.coordinate.metres(to: told.coordinate) < 0.01)
        }
    }

    @Test func `invisible is invisible, and exact is exact`() throws {
        var privacy = RidePrivacy()
        let truth = self.report(self.home)
        #expect(privacy.published(truth) == truth)
        privacy.isInvisible = true
        #expect(privacy.published(truth) == nil)
    }

    @Test func `inside a zone nothing leaves: no report, no call, no name, but one sees oneself`()
        throws
    {
        var riders = try Samples.riders(simulants: 1, dice: .tutorial)
        _ = riders.effects(of: .started, at: .zero)
        let flat = riders.world.simulants[0]
        riders.world.rides[flat]?.along = 0
        riders.world.enter(.flat(Puncture(resuming: .outward)), flat)
        _ = riders.command(.here(latitude: 0, longitude: 0.0001))
        #expect(riders.reports(at: .zero).count == 2)
        _ = riders.command(
            .addZone(
                name: Samples.name("home"),
                latitude: 0,
                longitude: 0,
                radius: 100,
                randomBytes: [UInt8](repeating: 7, count: 16)
            )
        )
        #expect(riders.reports(at: .zero).map(\.rider.id.number) == [1])
        #expect(riders.riders(at: .zero).first?.truth?.coordinate == place(0, 0.0001))
        let helping = riders.effects(of: .command(.status(.helpin), CommandTokens.one), at: .zero)
        #expect(!helping.contains { if case .helpArrived = $0 { true } else { false } })
        let effects = riders.effects(of: .tick(others: []), at: .seconds(1))
        let sue = try #require(riders.world.identities[flat]?.label)
        #expect(effects.contains(.fixed(rider: sue, by: riders.person, asTold: sue)))
        #expect(riders.command(.removeZone(name: Samples.name("home"))) != nil)
        #expect(riders.reports(at: .zero).count == 2)
    }

    @Test func `a rider that is seen elsewhere is helped there, and nowhere else`() throws {
        let truth = place(0, 0.000_1)
        for isBlurred in [false, true] {
            var riders = try Samples.riders(dice: .tutorial)
            _ = riders.effects(of: .started, at: .zero)
            _ = riders.command(
                .here(latitude: truth.latitude, longitude: truth.longitude)
            )
            _ = riders.command(.precision(metres: isBlurred ? 5_000 : nil))
            _ = riders.command(.status(.flat))
            let seen = try #require(riders.reports(at: .zero).first?.report.coordinate)
            #expect((seen.metres(to: truth) > 100) == isBlurred)
            for (spot, isHelp) in [(truth, !isBlurred), (seen, true)] {
                var near = riders
                let helper = Samples.sighting(.helpin, at: spot)
                _ = near.effects(of: .tick(others: [helper]), at: .seconds(1))
                #expect((near.world.personStatus == .cruisin) == isHelp)
            }
        }
    }

    @Test func `simulants too help a rider where it is seen`() throws {
        var privacy = RidePrivacy()
        privacy.precision = 5_000
        let truth = place(0, 0.000_1)
        let seen = try #require(privacy.published(self.report(truth))).coordinate
        let route = try Route([[try self.away(0, 500, from: seen), seen]])
        var riders = try Samples.riders(simulants: 6, dice: .party, on: route)
        _ = riders.effects(of: .started, at: .zero)
        _ = riders.command(.here(latitude: truth.latitude, longitude: truth.longitude))
        _ = riders.command(.precision(metres: 5_000))
        _ = riders.command(.status(.flat))
        let events = riders.events(perSecond: 1, seconds: 600)
        let fixes = events.filter { event in
            if case .fixed(_?) = event.what { event.rider == riders.person } else { false }
        }
        #expect(fixes.count == 1)
    }

    @Test func `who hides while a simulant is on its way is not helped by it`() throws {
        var riders = try Samples.riders(simulants: 6, dice: .party)
        _ = riders.effects(of: .started, at: .zero)
        _ = riders.command(.here(latitude: 0, longitude: 0.0005))
        _ = riders.command(.status(.flat))
        var seconds = 0
        var isComing = false
        while !isComing, seconds < 300 {
            let events = riders.events(perSecond: 1, seconds: 1, from: seconds)
            isComing = events.contains { $0.what == .goesToHelp(riders.person) }
            seconds += 1
        }
        #expect(isComing)
        _ = riders.command(.invisible(true), at: .seconds(Double(seconds)))
        // Whoever was coming rides on at once: not when the hidden rider has no flat any more.
        let after = riders.events(perSecond: 1, seconds: 1, from: seconds)
        #expect(!after.contains { $0.what == .helpArrived })
        let errands = riders.world.simulants.compactMap { riders.world.rides[$0]?.errand?.target }
        #expect(!errands.contains(riders.person.id))
        _ = riders.events(perSecond: 1, seconds: 100, from: seconds + 1)
        #expect(riders.world.personStatus == .flat)
    }

    @Test func `others don't help a rider that hides, nor do simulants ride to it`() throws {
        for isHidden in [false, true] {
            var riders = try Samples.riders(simulants: 6, dice: .party)
            _ = riders.effects(of: .started, at: .zero)
            _ = riders.command(.here(latitude: 0, longitude: 0.0005))
            _ = riders.command(.status(.flat))
            _ = riders.command(.invisible(isHidden))
            let helper = Samples.sighting(.helpin, at: place(0, 0.0005))
            var near = riders
            let helped = near.effects(of: .tick(others: [helper]), at: .seconds(5))
            let bob = helper.rider
            let fixed = RideEffect.fixed(rider: riders.person, by: bob, asTold: bob)
            let isHelped = helped.contains(fixed)
            #expect(isHelped == !isHidden)
            let events = riders.events(perSecond: 1, seconds: 300)
            let goes = events.contains { $0.what == .goesToHelp(riders.person) }
            #expect(goes == !isHidden)
        }
    }
}

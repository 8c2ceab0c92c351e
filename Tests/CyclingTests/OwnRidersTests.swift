import Determinism
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing

@testable import Cycling

/// What the riders of a machine are told, and what they answer.
@Suite struct OwnRidersTests {
    private func refusal(_ reply: RideReply?) -> String? {
        if case .refused(let why) = reply { why } else { nil }
    }

    @Test func `without a place there is no report of the person; with one there is`() throws {
        var riders = try Samples.riders(simulants: 2)
        #expect(riders.reports(at: .zero).map(\.rider.id.number) == [1, 2])
        #expect(riders.riders(at: .zero).map(\.localName) == ["You", "Waldo", "Sue"])
        #expect(
            riders.command(.here(latitude: 37.33182, longitude: -122.03118))
                == .done("You are at 37.33182, -122.03118.")
        )
        let report = try #require(riders.reports(at: .zero).first)
        #expect(
            report.rider == RiderLabel(id: RiderID(owner: Samples.me, number: 0), name: Samples.ada)
        )
        #expect(report.report.coordinate == Samples.cupertino)
        #expect(report.report.status == .cruisin && report.report.speed == 0)
        #expect(report.report.fixAge == .zero && report.report.progress == nil)
    }

    @Test(arguments: [(91.0, 0.0), (0, 540), (.nan, 0), (0, .infinity)])
    func `what is no place is refused in a sentence, and changes nothing`(
        latitude: Double,
        longitude: Double
    ) throws {
        var riders = try Samples.riders()
        _ = riders.command(.here(latitude: 1, longitude: 2))
        let before = riders.reports(at: .zero).map(\.report)
        let why = self.refusal(riders.command(.here(latitude: latitude, longitude: longitude)))
        #expect(why?.hasSuffix(".") == true)
        #expect(riders.reports(at: .zero).map(\.report) == before)
    }

    @Test func `a person's states follow the machine, and a refusal says what is allowed`() throws {
        var riders = try Samples.riders()
        #expect(
            riders.command(.status(.returnin))
                == .refused(
                    "From Cruisin' you can't go to Returnin'; what follows it is Breather or Flat!"
                        + " or Helpin'."
                )
        )
        #expect(riders.log.entries.last?.event.what == .refused(from: .cruisin, to: .returnin))
        #expect(riders.command(.status(.cruisin)) == .done("You are Cruisin' already."))
        for status in [RiderStatus.breather, .returnin, .flat, .helpin] {
            #expect(riders.command(.status(status)) == .done("You are \(status.title) now."))
        }
        // A flat of one's own is still there after helping.
        #expect(self.refusal(riders.command(.status(.cruisin)))?.contains("is Flat!.") == true)
        #expect(riders.command(.status(.flat)) == .done("You are Flat! now."))
        #expect(riders.command(.status(.returnin)) == .done("You are Returnin' now."))
        let lines = riders.log.entries.suffix(3).map(\.event.sentence)
        #expect(
            lines == [
                "Ada has fixed the flat tire without help", "Ada is leaving FlatState",
                "Ada is entering ReturninState",
            ]
        )
    }

    @Test func `every state but Helpin' leads to Helpin', and back`() throws {
        let ways: [[RiderStatus]] = [[], [.breather, .returnin], [.breather], [.flat]]
        for way in ways {
            var riders = try Samples.riders()
            for status in way { _ = riders.command(.status(status)) }
            let before = riders.world.personStatus
            #expect(riders.command(.status(.helpin)) == .done("You are Helpin' now."))
            #expect(riders.command(.status(before)) == .done("You are \(before.title) now."))
        }
    }

    @Test func `help is called before the new state is told, each time with a greater number`()
        throws
    {
        var riders = try Samples.riders()
        _ = riders.command(.here(latitude: 1, longitude: 2))
        var calls: [UInt64] = []
        for status in [RiderStatus.helpin, .cruisin, .helpin] {
            let effects = riders.effects(
                of: .command(.status(status), CommandTokens.one),
                at: .zero
            )
            #expect(effects.last == .changed(riders.person.id))
            for case .helpArrived(let helper, let call) in effects {
                calls.append(call)
                #expect(helper.rider == riders.person && helper.status == .helpin)
                #expect(helper.coordinate == place(1, 2))
            }
        }
        #expect(calls.count == 2 && calls[0] < calls[1])
        // After a restart too, as long as the clock goes on.
        #expect(calls[0] >= Samples.wall.milliseconds)
    }

    @Test func `a change of state is told at once, with its place`() throws {
        var riders = try Samples.riders(simulants: 50, dice: .tutorial)
        _ = riders.effects(of: .started, at: .zero)
        var told = 0
        for second in 1...100 {
            let before = riders.riders(at: .seconds(Double(second) - 0.5))
            let effects = riders.effects(of: .tick(others: []), at: .seconds(Double(second)))
            let after = riders.riders(at: .seconds(Double(second)))
            for (old, new) in zip(before, after) where old.status != new.status {
                #expect(effects.contains(.changed(new.rider.id)))
                told += 1
            }
        }
        #expect(told > 50)
    }

    @Test
    func `a route is ridden while its rider rides, and told as progress if it is the daemon's`()
        throws
    {
        let route = try Samples.square()
        var riders = try Samples.riders(on: route)
        _ = riders.effects(of: .started, at: .zero)
        let reply = riders.command(.ride(try RouteReplay(route, speed: 4)))
        let metres = Int(route.metres.rounded())
        #expect(reply == .done("You ride a route of \(metres) m at 14.4 km/h."))
        _ = riders.effects(of: .tick(others: []), at: .seconds(10))
        var report = try #require(riders.reports(at: .seconds(10.5)).first?.report)
        #expect(abs((report.progress?.along ?? 0) - 42) < 1e-9)
        #expect(report.speed == 4 && report.fixAge == .zero)
        _ = riders.command(.status(.breather), at: .seconds(10.5))
        _ = riders.effects(of: .tick(others: []), at: .seconds(20))
        report = try #require(riders.reports(at: .seconds(20.5)).first?.report)
        #expect(abs((report.progress?.along ?? 0) - 40) < 1e-9)
        #expect(report.speed == 0)

        let other = try RouteReplay(try Samples.square(isClosed: false), speed: 4)
        let waits = riders.command(.ride(other))
        #expect(
            waits
                == .done(
                    "You ride a route of \(Int(other.route.metres.rounded())) m at 14.4 km/h."
                        + " You are Breather, so it waits for you."
                )
        )
        #expect(riders.reports(at: .seconds(21)).first?.report.progress == nil)
    }

    @Test func `satellites are used when asked for, and their loss ages the place`() throws {
        var riders = try Samples.riders()
        let fix = SatelliteFix(mode: 3, latitude: 52, longitude: 13, altitude: 40)
        _ = riders.effects(of: .fix(fix), at: .zero)
        #expect(riders.reports(at: .zero).isEmpty)
        _ = riders.command(.satellites)
        #expect(riders.reports(at: .zero).isEmpty)
        #expect(riders.effects(of: .fix(fix), at: .seconds(1)).isEmpty)
        _ = riders.effects(of: .satellitesLost, at: .seconds(2))
        #expect(riders.reports(at: .seconds(30)).first?.report.fixAge == .seconds(29))
        let zeros = SatelliteFix(mode: 3, latitude: 0, longitude: 0)
        guard case .fixRefused(let why)? = riders.effects(of: .fix(zeros), at: .seconds(3)).first
        else {
            Issue.record("The fix was taken.")
            return
        }
        #expect(why.hasSuffix("."))
        #expect(
            riders.command(.satellites)
                == .done("Your positions come from satellites already.")
        )
        _ = riders.command(.away)
        #expect(riders.reports(at: .seconds(31)).isEmpty)
    }

    @Test func `simulants come and go by command, within their bound`() throws {
        var riders = try Samples.riders(simulants: 3)
        #expect(riders.command(.addSimulant) == .done("4 simulants ride here."))
        #expect(riders.command(.simulants(1)) == .done("1 simulant rides here."))
        let effects = riders.effects(of: .command(.removeSimulant, CommandTokens.one), at: .zero)
        let waldo = RiderLabel(
            id: RiderID(owner: Samples.me, number: 1),
            name: Samples.name("Waldo")
        )
        #expect(effects.contains(.left(waldo)))
        #expect(self.refusal(riders.command(.removeSimulant)) != nil)
        #expect(
            riders.command(.simulants(1_001))
                == .refused("There can be 0 to 1000 simulants on a machine, not 1001.")
        )
        #expect(self.refusal(riders.command(.simulants(-1))) != nil)
        #expect(riders.command(.simulants(1_000)) == .done("1000 simulants ride here."))
        #expect(self.refusal(riders.command(.addSimulant)) != nil)
        let ids = riders.riders(at: .zero).map(\.rider.id)
        #expect(Set(ids).count == 1_001 && ids == ids.sorted())
        #expect(try Samples.riders(simulants: 5_000).riders(at: .zero).count == 1_001)
    }

    @Test func `zones, precision and dice are checked, and answered in sentences`() throws {
        var riders = try Samples.riders(simulants: 2)
        func zone(_ name: String, _ radius: Double) -> RideCommand {
            .addZone(
                name: Samples.name(name),
                latitude: 1,
                longitude: 2,
                radius: radius,
                randomBytes: [UInt8](repeating: 3, count: 16)
            )
        }
        #expect(
            riders.command(zone("home", 200))
                == .done(
                    "Nothing of you leaves this machine within 200 m of 1.0, 2.0, and some way"
                        + " around."
                )
        )
        #expect(
            riders.command(zone("home", 300))
                == .refused("There is a zone home already; remove it first.")
        )
        #expect(self.refusal(riders.command(zone("tiny", 1))) != nil)
        for number in 1..<RidePrivacy.zonesMaximum { _ = riders.command(zone("\(number)", 100)) }
        #expect(self.refusal(riders.command(zone("last", 100))) != nil)
        #expect(
            riders.command(.removeZone(name: Samples.name("nowhere")))
                == .refused("There is no zone nowhere.")
        )
        #expect(
            riders.command(.precision(metres: 100)) == .done("Others see where you are to 100 m.")
        )
        for metres in [0, -1, .nan, 1e9] {
            #expect(self.refusal(riders.command(.precision(metres: metres))) != nil)
        }
        #expect(riders.privacy.precision == 100)
        #expect(riders.command(.precision(metres: nil)) == .done("Others see where you are."))
        #expect(
            riders.command(.dice(.tutorial))
                == .done("The simulants roll the dice of the tutorial.")
        )
        #expect(riders.world.dice == Dice(.tutorial))
    }

    @Test func `another name is told, and an equal history leads to equal riders`() throws {
        var riders = try Samples.riders(simulants: 3)
        _ = riders.effects(of: .started, at: .zero)
        var copy = riders
        let effects = riders.effects(of: .renamed(Samples.name("Eve")), at: .zero)
        #expect(effects == [.changed(riders.person.id)])
        #expect(riders.riders(at: .zero).first?.rider.name == Samples.name("Eve"))
        #expect(riders != copy)
        _ = copy.effects(of: .renamed(Samples.name("Eve")), at: .zero)
        #expect(riders == copy)
    }
}

import Determinism
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing
import Wire

@testable import Cycling

/// What a member that means ill, or a clock that is wrong, can't do.
@Suite struct SharedRideHostileTests {
    private let eve = Samples.peer(9)

    private func ride(simulants: Int = 0) throws -> SharedRide {
        let route = try RideRoute(name: Samples.name("round"), Samples.square())
        return SharedRide(
            me: Samples.me,
            name: Samples.ada,
            try RideSetup(route: route, seed: 1, simulants: simulants)
        )
    }

    private func introduction(_ number: UInt32, _ name: String) -> RiderIntroduction {
        RiderIntroduction(number: number, kind: .simulant, name: Samples.name(name))
    }

    private func joined(_ ride: inout SharedRide) {
        _ = ride.handle(.joined(self.eve, Samples.name("Eve")), at: .zero, wall: Samples.wall)
    }

    /// Riders that stand about.
    private func report(_ ride: inout SharedRide, _ numbers: Range<UInt64>, _ status: RiderStatus) {
        let state = RideState(SharingSamples.report(status, at: place(0, 0)))
        for number in numbers {
            _ = ride.handle(
                .state(from: self.eve, key: number, version: 1, body: state.encoded),
                at: .zero,
                wall: Samples.wall
            )
        }
    }

    @Test func `names for which there is no room are looked through once a message`() {
        var names = RiderIntroductions()
        let room = UInt32(RideLimits.ridersMaximum)
        names.insert((0..<room).map { self.introduction($0, "a") }, version: 1) { _ in true }
        var questions = 0
        let crowd = (room..<2 * room).map { self.introduction($0, "b") }
        names.insert([self.introduction(7, "b")] + crowd, version: 2) { number in
            questions += 1
            return number != 9
        }
        #expect(questions == RideLimits.ridersMaximum)
        // The one that nobody needs has made room for one; of who is known the new name holds.
        #expect(names[9] == nil && names[room] != nil && names[room + 1] == nil)
        #expect(names[7]?.name == Samples.name("b"))
    }

    @Test func `of a thousand riders in need no more are looked at than can be helped`() throws {
        var ride = try self.ride()
        self.joined(&ride)
        self.report(&ride, 0..<600, .flat)
        self.report(&ride, 600..<1_000, .helpin)
        let seen = ride.others.sightings(at: .zero)
        #expect(seen.count { $0.status == .flat } == OwnRiderLimits.othersMaximum)
        #expect(seen.count { $0.status == .helpin } == OwnRiderLimits.othersMaximum)
        let numbers = seen.map(\.rider.id.number)
        #expect(numbers.allSatisfy { $0 < 256 || (600..<856).contains($0) })
    }

    @Test func `who asks for the first riders is told how many there are`() throws {
        var ride = try self.ride(simulants: 2)
        self.joined(&ride)
        self.report(&ride, 0..<5, .breather)
        let all = ride.riders(at: .zero)
        #expect(all.count == 7 && ride.riderCount(at: .zero) == 7)
        for count in [0, 1, 3, 6] {
            #expect(ride.riders(at: .zero, atMost: count) == Array(all.prefix(count)))
        }
        let later = Moment(sinceStart: RideLimits.goneAfter)
        #expect(ride.riderCount(at: later) == ride.riders(at: later).count)
    }

    @Test func `a helper whose clock was set back over a restart is heard again`() throws {
        var ride = try self.ride(simulants: 1)
        self.joined(&ride)
        let lines = [1_764_500_000_000, 7].map { (count: UInt64) in
            let before = ride.own.log.count
            let call = RideMessage.helpArrived(rider: 0, count: count, at: place(0, 0))
            _ = ride.handle(
                .message(from: self.eve, body: call.encoded),
                at: .zero,
                wall: Samples.wall
            )
            let heard = ride.own.log.count - before
            _ = ride.handle(.left(self.eve, .restarted), at: .zero, wall: Samples.wall)
            self.joined(&ride)
            return heard
        }
        #expect(lines == [1, 1])
    }

    @Test func `a link that begins as somebody rides into a zone is told no name of it`() throws {
        var ride = try self.ride()
        func give(_ input: SharedRideInput, at seconds: Double) -> [SharedRideEffect] {
            ride.handle(input, at: .seconds(seconds), wall: Samples.wall)
        }
        func command(_ command: RideCommand) {
            _ = give(.command(command, CommandTokens.one), at: 0)
        }
        self.joined(&ride)
        let random = [UInt8](repeating: 0, count: 16)
        command(
            .addZone(
                name: Samples.name("home"),
                latitude: 0,
                longitude: 0,
                radius: 100,
                randomBytes: random
            )
        )
        command(.satellites)
        func fix(_ latitude: Double, _ seconds: Double) -> SharedRideInput {
            .fix(
                SatelliteFix(
                    mode: 3,
                    time: Samples.wall.advanced(by: .seconds(seconds)),
                    latitude: latitude,
                    longitude: 0.000_1,
                    altitude: 9,
                    speed: 50
                )
            )
        }
        _ = give(fix(0.0018, 0), at: 0)
        _ = give(.timerFired, at: 1)
        #expect(ride.own.reports(at: .seconds(1)).count == 1)
        _ = give(fix(0.0013, 1.5), at: 1.5)
        let snapshots = give(.linkBegan(self.eve), at: 1.5).compactMap { effect in
            if case .sendSnapshot(let body, _, _) = effect { body } else { nil }
        }
        let snapshot = try #require(snapshots.first)
        #expect(try RideMessage.decode(snapshot) == .snapshot(version: 2, [], nil))
    }
}

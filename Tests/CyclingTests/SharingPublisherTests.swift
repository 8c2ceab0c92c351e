import Cycling
import Determinism
import Geodesy
import GeodesyTesting
import Routes
import Testing

/// When an owner tells others of its riders.
@Suite struct SharingPublisherTests {
    private typealias Samples = SharingSamples

    /// The numbers of the riders that a tick told of, and the versions.
    private static func told(_ publications: [RidePublication]) -> [UInt32: UInt64] {
        var told: [UInt32: UInt64] = [:]
        for case .state(let number, let version, _) in publications { told[number] = version }
        return told
    }

    private static func standing(_ status: RiderStatus = .breather) -> RiderReport {
        Samples.report(status, at: place(37.3, -122))
    }

    @Test func `a new rider is told of at once, with its report in the body`() throws {
        var publisher = RidePublisher()
        let report = Self.standing()
        let told = publisher.tick([7: report], at: .ms(1_234))
        #expect(told == [.state(number: 7, version: 1_234, body: RideState(report).encoded)])
        #expect(publisher.tick([7: report], at: .ms(1_484)) == [])
    }

    @Test func `at rest a rider is told of every 5 s, moving every second`() throws {
        let route = try Samples.loop().route()
        var publisher = RidePublisher(route: route)
        var (moving, resting): ([Int64], [Int64]) = ([], [])
        for tick in 0..<120 {
            let now = Int64(tick) * 250
            let along = Double(now) / 1_000 * 6
            let told = Self.told(
                publisher.tick(
                    [1: Samples.riding(route, along: along, speed: 6), 2: Self.standing()],
                    at: .ms(now)
                )
            )
            if told[1] != nil { moving.append(now) }
            if told[2] != nil { resting.append(now) }
        }
        #expect(moving == (0..<30).map { $0 * 1_000 })
        #expect(resting == [0, 5_000, 10_000, 15_000, 20_000, 25_000])
    }

    @Test func `all heartbeats are one, whenever a rider was told of last`() throws {
        let route = try Samples.loop().route()
        var publisher = RidePublisher(route: route)
        func riders(_ count: UInt32, _ now: Int64) -> [UInt32: RiderReport] {
            Dictionary(
                uniqueKeysWithValues: (0..<count).map { number in
                    let along = Double(number) * 100 + Double(now) / 1_000 * 6
                    return (number, Samples.riding(route, along: along, speed: 6))
                }
            )
        }
        _ = publisher.tick(riders(1, 0), at: .ms(0))
        #expect(Self.told(publisher.tick(riders(3, 250), at: .ms(250))).keys.sorted() == [1, 2])
        #expect(publisher.tick(riders(3, 750), at: .ms(750)) == [])
        let beat = publisher.tick(riders(3, 1_000), at: .ms(1_000))
        #expect(Self.told(beat) == [0: 1_000, 1: 1_000, 2: 1_000])
    }

    @Test func `ticks of a second that come a little early or late miss no heartbeat`() {
        var publisher = RidePublisher()
        let rider = Samples.report(at: place(0, 0), speed: 0.1, course: 0)
        for now: Int64 in [1_000, 1_999, 3_003, 3_990, 5_010, 5_960] {
            #expect(Self.told(publisher.tick([1: rider], at: .ms(now))) == [1: UInt64(now)])
        }
    }

    @Test func `a change of status is told at once, and so are stopping and starting`() {
        var publisher = RidePublisher()
        func told(_ report: RiderReport, _ now: Int64) -> [UInt64] {
            Self.told(publisher.tick([1: report], at: .ms(now))).values.map { $0 }
        }
        #expect(told(Self.standing(.breather), 50) == [50])
        #expect(told(Self.standing(.flat), 100) == [100])
        #expect(told(Self.standing(.flat), 200) == [])
        let moving = Samples.report(.flat, at: place(37.3, -122), speed: 1, course: 0)
        #expect(told(moving, 300) == [300])
        #expect(told(Self.standing(.flat), 350) == [350])
        let blurred = Samples.report(.flat, at: place(37.3, -122), uncertainty: 400)
        #expect(told(blurred, 400) == [400])
    }

    @Test func `what receivers predict may be wrong by 4 m and not more`() throws {
        // Straight on at 10 m/s: predicted for 0.25 s, then they see it stand 2.5 m ahead.
        var publisher = RidePublisher()
        let start = place(37.3, -122)
        func ahead(_ metres: Double) throws -> RiderReport {
            let there = try #require(
                Geodesic.destination(from: start, azimuth: 90, metres: metres)
            )
            return Samples.report(at: there.coordinate, speed: 10, course: 90)
        }
        #expect(Self.told(publisher.tick([1: try ahead(0)], at: .ms(1_000))) == [1: 1_000])
        #expect(publisher.tick([1: try ahead(2.5)], at: .ms(1_250)) == [])
        #expect(publisher.tick([1: try ahead(6.4)], at: .ms(1_640)) == [])
        #expect(Self.told(publisher.tick([1: try ahead(6.6)], at: .ms(1_660))) == [1: 1_660])
    }

    @Test func `along a route that receivers know, bends cost nothing`() throws {
        let route = try Samples.loop().route()
        for (known, expected) in [(route, 60), (nil, 80)] {
            var publisher = RidePublisher(route: known)
            var count = 0
            for tick in 0..<600 {
                let along = Double(tick) / 10 * 8
                let rider = Samples.riding(route, along: along, speed: 8)
                count += publisher.tick([1: rider], at: .ms(Int64(tick) * 100)).count
            }
            // A minute; without the route it is told of sooner than each second.
            #expect(known == nil ? count >= expected : count == expected, "\(count)")
        }
    }

    @Test func `another route is predicted along from then on`() throws {
        let loop = try Samples.loop().route()
        var publisher = RidePublisher()
        let first = Samples.riding(loop, along: 0, speed: 8)
        _ = publisher.tick([1: first], at: .ms(0))
        publisher.route = loop
        let later = Samples.riding(loop, along: 7.2, speed: 8)
        #expect(publisher.tick([1: later], at: .ms(900)) == [])
    }

    @Test func `who is beside the route is predicted straight on`() throws {
        let route = try Route([[place(0, 0), place(0, 1)]])
        var publisher = RidePublisher(route: route)
        func rider(_ along: Double) throws -> RiderReport {
            let on = route.point(at: along).coordinate
            let beside = try #require(Geodesic.destination(from: on, azimuth: 0, metres: 2))
            return Samples.report(
                at: beside.coordinate,
                speed: 10,
                course: 90,
                progress: RiderReport.Progress(along: along, isForward: true)
            )
        }
        _ = publisher.tick([1: try rider(0)], at: .ms(0))
        #expect(!publisher.tick([1: try rider(7)], at: .ms(700)).isEmpty)
    }

    @Test func `a rider at rest whose fix trembles is told of by heartbeat alone`() {
        var publisher = RidePublisher()
        var dice = SeededGenerator(seed: 5)
        var count = 0
        for tick in 0..<100 {
            let metres = Double(dice.within(0...19)) / 10
            let direction = Double(dice.within(0...359))
            let fix = Geodesic.destination(
                from: place(37.3, -122),
                azimuth: direction,
                metres: metres
            )
            let report = Samples.report(.breather, at: fix?.coordinate ?? place(0, 0))
            count += publisher.tick([0: report], at: .ms(Int64(tick) * 1_000)).count
        }
        #expect(count == 20)
    }

    @Test func `who is gone is removed once, above all its versions, and may come back above`() {
        var publisher = RidePublisher()
        let rider = Self.standing()
        _ = publisher.tick([1: rider, 2: rider], at: .ms(100))
        let removal = publisher.tick([2: rider], at: .ms(100))
        #expect(removal == [.removal(number: 1, version: 101)])
        #expect(publisher.tick([2: rider], at: .ms(100)) == [])
        let back = publisher.tick([1: rider, 2: rider], at: .ms(101))
        #expect(Self.told(back) == [1: 102])
    }

    @Test func `versions rise strictly, even when the time does not`() {
        var publisher = RidePublisher()
        var last: UInt64 = 0
        for status in [RiderStatus.flat, .cruisin, .flat, .cruisin] {
            let told = publisher.tick([1: Samples.report(status, at: place(0, 0))], at: .zero)
            let version = Self.told(told)[1] ?? 0
            #expect(version > last)
            last = version
        }
    }

    @Test func `a new link is told of everything as it is now, the others of nothing`() throws {
        var publisher = RidePublisher()
        let rider = Self.standing()
        _ = publisher.tick([1: rider, 2: rider], at: .ms(0))
        let everything = publisher.everything([1: rider, 2: Self.standing(.flat)], at: .ms(700))
        #expect(Self.told(everything) == [1: 700, 2: 700])
        guard case .state(_, _, let body) = everything[1] else { throw NoState() }
        #expect(try RideState(decoding: body).status == .flat)
        // The others still have to hear that.
        let tick = publisher.tick([1: rider, 2: Self.standing(.flat)], at: .ms(700))
        #expect(Self.told(tick) == [2: 701])
    }

    private struct NoState: Error {}

    @Test func `1,024 riders are told of, known ones first, and the rest is counted`() {
        var publisher = RidePublisher()
        func riders(_ numbers: ClosedRange<UInt32>) -> [UInt32: RiderReport] {
            Dictionary(uniqueKeysWithValues: numbers.map { ($0, Self.standing()) })
        }
        #expect(publisher.tick(riders(10...1_033), at: .ms(0)).count == 1_024)
        #expect(publisher.leftOut == 0)
        #expect(publisher.tick(riders(1...1_033), at: .ms(1)) == [])
        #expect(publisher.leftOut == 9)
        // Nine make room.
        let told = publisher.tick(riders(1...1_024), at: .ms(2))
        #expect(Self.told(told).keys.sorted() == Array(1...9))
        #expect(publisher.leftOut == 0)
    }
}

import Geodesy
import GeodesyTesting
import Routes
import Testing

@testable import Cycling

/// Files ridden by a person: cases 19 to 26 of ride.md 4.
@Suite struct RouteReplayTests {
    /// A metre and its like: 1e-5° on the equator.
    private static let step = 1.113_194_908

    private func point(_ east: Double, _ seconds: Double? = nil) -> GPXPoint {
        let time = seconds.map { seconds in
            GPXTime(
                seconds: 1_700_000_000 + Int64(seconds),
                nanoseconds: UInt32((seconds - Double(Int(seconds))) * 1e9)
            )
        }
        return GPXPoint(place(0, east * 1e-5), time: time)
    }

    private func replay(
        _ segments: [[GPXPoint]],
        speed: Double = 5,
        usesTimes: Bool = true,
        isClosed: Bool = false
    ) throws -> RouteReplay {
        try RouteReplay(
            GPXDocument(tracks: [GPXTrack(segments: segments)]),
            speed: speed,
            usesTimes: usesTimes,
            isClosed: isClosed
        )
    }

    /// How far east it is after so many seconds of riding outward, in steps.
    private func east(_ replay: RouteReplay, after seconds: Double) -> Double {
        replay.after(seconds, riding: .outward).place(riding: .outward).coordinate.longitude / 1e-5
    }

    private func place(_ replay: RouteReplay, after seconds: Double) -> PersonPlace {
        replay.after(seconds, riding: .outward).place(riding: .outward)
    }

    private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        GeodesyTesting.place(latitude, longitude)
    }

    @Test func `a file's times are ridden, pauses included`() throws {
        let replay = try self.replay([
            [self.point(0, 0), self.point(10, 10), self.point(10, 70), self.point(50, 80)]
        ])
        #expect(replay.isTimed)
        let expected = [
            (0.0, 0.0), (5, 5), (10, 10), (40, 10), (70, 10), (75, 30), (80, 50), (99, 50),
        ]
        for (seconds, east) in expected {
            #expect(abs(self.east(replay, after: seconds) - east) < 1e-6)
        }
        #expect(abs(self.place(replay, after: 5).speed - Self.step) < 1e-6)
        #expect(self.place(replay, after: 40).speed == 0)
        #expect(abs(self.place(replay, after: 75).speed - 4 * Self.step) < 1e-6)
        #expect(self.place(replay, after: 99).speed == 0)
        #expect(abs((self.place(replay, after: 5).course ?? 0) - 90) < 1e-6)
    }

    @Test func `without times, or where they aren't wanted, it rides at the chosen speed`() throws {
        let plain = try self.replay([[self.point(0), self.point(100)]], speed: 2)
        let timed = try self.replay(
            [[self.point(0, 0), self.point(100, 5)]],
            speed: 2,
            usesTimes: false
        )
        let once = try self.replay([[self.point(0), self.point(100, 7)]], speed: 2)
        let same = try self.replay([[self.point(0, 7), self.point(100, 7)]], speed: 2)
        for replay in [plain, timed, once, same] {
            #expect(!replay.isTimed)
            #expect(abs(self.east(replay, after: 10) - 20 / Self.step) < 1e-6)
            #expect(self.place(replay, after: 10).speed == 2)
            #expect(self.east(replay, after: 1_000) == 100)
        }
    }

    @Test func `points without a time lie between those with one`() throws {
        let replay = try self.replay([
            [self.point(0, 0), self.point(30), self.point(40, 40), self.point(50)]
        ])
        #expect(abs(self.east(replay, after: 20) - 20) < 1e-6)
        #expect(abs(self.east(replay, after: 100) - 40) < 1e-6)
    }

    @Test func `two points in one second make no speed without end`() throws {
        // ride.md 4, case 24: 12.102 m in 2 s.
        let replay = try self.replay([
            [self.point(0, 0), self.point(4, 1), self.point(8, 1), self.point(12, 2)]
        ])
        for tenth in 0...30 {
            let place = self.place(replay, after: Double(tenth) / 10)
            #expect(place.speed.isFinite && place.speed <= 5)
        }
        #expect(abs(self.east(replay, after: 1) - 8) < 1e-6)
    }

    @Test func `times that go back hold the ride up, and never turn it round`() throws {
        let replay = try self.replay([
            [
                self.point(0, 45.2), self.point(1, 45.15), self.point(2, 45.1),
                self.point(3, 47.2),
            ]
        ])
        var last = -1.0
        for tenth in 0...30 {
            let east = self.east(replay, after: Double(tenth) / 10)
            #expect(east >= last)
            last = east
        }
        #expect(abs(last - 3) < 1e-6)
        #expect(abs(self.east(replay, after: 1) - 2.5) < 1e-6)
    }

    @Test func `between segments the rider stands where it was seen last, and its place ages`()
        throws
    {
        let replay = try self.replay([
            [self.point(0, 0), self.point(10, 10)], [self.point(1_000, 40), self.point(1_010, 50)],
        ])
        for seconds in [10.0, 20, 39] {
            #expect(abs(self.east(replay, after: seconds) - 10) < 1e-3)
            let gap = self.place(replay, after: seconds)
            #expect(gap.speed == 0)
            #expect(gap.age == .seconds(seconds - 10))
        }
        #expect(abs(self.east(replay, after: 40) - 1_000) < 1e-3)
        #expect(self.place(replay, after: 40).age == .zero)
        #expect(abs(self.east(replay, after: 45) - 1_005) < 1e-6)
        #expect(abs(replay.route.metres - 20 * Self.step) < 1e-6)
    }

    @Test func `a night between two segments is a minute, and single points are no way`() throws {
        let night = try self.replay([
            [self.point(0, 0), self.point(10, 10)],
            [self.point(1_000, 40_000), self.point(1_010, 40_010)],
        ])
        #expect(abs(self.east(night, after: 75) - 1_005) < 1e-6)
        // ride.md 4, case 26: two one-point segments an hour apart.
        let points = try self.replay([[self.point(0, 0)], [self.point(100_000, 3_600)]])
        #expect(points.route.metres == 0)
        for seconds in [0.0, 30, 60, 90] {
            #expect(self.place(points, after: seconds).speed == 0)
        }
    }

    @Test func `Returnin' rides back to the start, and who rests stays`() throws {
        let replay = try self.replay([[self.point(0, 0), self.point(100, 100)]])
        let there = replay.after(60, riding: .outward)
        #expect(there.after(10, riding: nil) == there)
        let back = there.after(20, riding: .back)
        #expect(abs(back.place(riding: .back).coordinate.longitude - 40e-5) < 1e-10)
        #expect(abs((back.place(riding: .back).course ?? 0) - 270) < 1e-6)
        #expect(back.place(riding: .back).progress?.isForward == false)
        #expect(back.place(riding: nil).speed == 0)
        let start = back.after(1_000, riding: .back)
        #expect(start.place(riding: .back).coordinate == self.place(0, 0))
        #expect(start.isOver(riding: .back) && !start.isOver(riding: .outward))
    }

    @Test func `a closed route without times goes round for ever, both ways`() throws {
        let replay = try RouteReplay(try Samples.square(), speed: 10)
        let metres = replay.route.metres
        for direction in [RideDirection.outward, .back] {
            let round = replay.after(metres / 10 * 3 + 1, riding: direction)
            let along = round.place(riding: direction).progress?.along ?? 0
            #expect(abs(along - (direction == .outward ? 10 : metres - 10)) < 1e-6)
            #expect(!round.isOver(riding: direction))
        }
    }

    @Test(arguments: [
        (0, "0.0"), (-3, "-10.8"), (100.1, "360.4"), (.infinity, "inf"), (.nan, "nan"),
    ])
    func `an absurd speed is refused with its number`(speed: Double, shown: String) throws {
        let route = try Samples.square()
        do {
            _ = try RouteReplay(route, speed: speed)
            Issue.record("\(speed) m/s was taken.")
        } catch {
            #expect(error.description.hasPrefix("A speed of \(shown) km/h can't"))
        }
    }

    @Test func `points that repeat, and a pole, leave times with their places`() throws {
        let points = [
            GPXPoint(self.place(90, 0), time: GPXTime(seconds: 0)),
            GPXPoint(self.place(90, 120), time: GPXTime(seconds: 10)),
            GPXPoint(self.place(89.999, 120), time: GPXTime(seconds: 20)),
            GPXPoint(self.place(89.999, 120), time: GPXTime(seconds: 30)),
            GPXPoint(self.place(89.998, 120), time: GPXTime(seconds: 40)),
        ]
        let replay = try self.replay([points])
        let latitudes = [(10.0, 90.0), (15, 89.9995), (25, 89.999), (35, 89.9985), (40, 89.998)]
        for (seconds, latitude) in latitudes {
            let place = self.place(replay, after: seconds)
            #expect(abs(place.coordinate.latitude - latitude) < 1e-8)
        }
    }
}

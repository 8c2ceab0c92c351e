import Cycling
import Determinism
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing

/// One rider that goes round a loop with changing speed, its owner's publisher, a network that
/// loses, delays and reorders, and a receiver that shows it 10 times a second.
struct SimulatedStream {
    /// What a network does to a state; times in milliseconds.
    struct Network: Equatable, Sendable {
        let lostPerMille: Int
        let latency: Int
        let jitter: Int
    }

    /// What was seen in a run.
    struct Run: Equatable {
        /// Metres that what was shown was off the way of the last seconds, at most.
        var off = 0.0
        /// Metres between what was shown and where the rider was then, at most.
        var behind = 0.0
        var states = 0
        var lost = 0
        /// States that came after a newer one.
        var older = 0
    }

    private let route: Route
    private let network: Network
    private let isRouteKnown: Bool
    private var dice: SeededGenerator
    private var publisher: RidePublisher
    private var receiver = RemoteRiders()
    /// States on their way, by the millisecond of their arrival.
    private var sent: [(arrival: Int, version: UInt64, body: [UInt8])] = []
    private var run = Run()

    // MARK: The rider

    private var along: Double
    private var speed = 6.0
    private var wanted = 6.0
    /// Where it was every 10 ms.
    private var way: [Double] = []

    /// How far the receiver's clock is behind its owner's, in milliseconds.
    private static let ahead = 7_654_321
    private static let secondsOfWay = 10

    init(seed: UInt64, network: Network, isRouteKnown: Bool) throws {
        let shared = try SharingSamples.loop(around: place(-16.5, 179.999))
        self.route = try shared.route()
        self.network = network
        self.isRouteKnown = isRouteKnown
        self.dice = SeededGenerator(seed: seed)
        self.along = Double(self.dice.within(0...6_000))
        self.publisher = RidePublisher(route: isRouteKnown ? self.route : nil)
        self.receiver.joined(SharingSamples.bob)
        let message = RideMessage.route(version: 1, isRouteKnown ? shared : nil)
        self.receiver.told(message, from: SharingSamples.bob, at: .zero)
    }

    mutating func run(seconds: Int) throws -> Run {
        for step in 0..<seconds * 100 {
            let now = step * 10
            self.ride(now)
            if now.isMultiple(of: 100) { self.publish(now) }
            try self.receive(now)
            // Once there is something to show.
            if now.isMultiple(of: 100), now > 3_000 { try self.look(now) }
        }
        return self.run
    }

    /// 10 ms of riding: at 1.5 m/s² towards a speed that changes every five seconds or so.
    private mutating func ride(_ now: Int) {
        if now.isMultiple(of: 1_000), self.dice.happens(perMille: 200) {
            let speeds = [0.0, 3, 6, 8, 10, 12]
            self.wanted = speeds[self.dice.within(0...speeds.count - 1)]
        }
        self.speed += min(max(-0.015, self.wanted - self.speed), 0.015)
        self.along += self.speed / 100
        self.way.append(self.along)
    }

    private mutating func publish(_ now: Int) {
        var report = SharingSamples.riding(self.route, along: self.along, speed: self.speed)
        if !self.isRouteKnown {
            report = SharingSamples.report(
                at: report.coordinate,
                speed: report.speed,
                course: report.course
            )
        }
        let moment = Moment.ms(Int64(now + Self.ahead))
        for case .state(_, let version, let body) in self.publisher.tick([1: report], at: moment) {
            self.run.states += 1
            guard !self.dice.happens(perMille: self.network.lostPerMille) else {
                self.run.lost += 1
                continue
            }
            let delay = self.network.latency + self.dice.within(0...self.network.jitter)
            self.sent.append((now + delay, version, body))
        }
    }

    private mutating func receive(_ now: Int) throws {
        let arrived = self.sent.filter { $0.arrival <= now }.sorted { $0.arrival < $1.arrival }
        self.sent.removeAll { $0.arrival <= now }
        for state in arrived {
            let outcome = try self.receiver.heard(
                state.body,
                key: 1,
                version: state.version,
                from: SharingSamples.bob,
                at: .ms(Int64(now))
            )
            if outcome == .older { self.run.older += 1 }
        }
    }

    private mutating func look(_ now: Int) throws {
        let id = RiderID(owner: SharingSamples.bob, number: 1)
        let shown = try #require(self.receiver.shown(id, at: .ms(Int64(now)))).coordinate
        let here = self.route.point(at: self.along).coordinate
        self.run.behind = max(self.run.behind, shown.metres(to: here))
        let off = self.way.suffix(Self.secondsOfWay * 100).enumerated()
            .filter { $0.offset.isMultiple(of: 10) }
            .map { self.route.point(at: $0.element).coordinate }
        guard let part = try? Route([off + [here]]) else { return }
        self.run.off = max(self.run.off, part.nearest(to: shown).away)
    }
}

import Cycling
import Determinism
import Geodesy
import GeodesyTesting
import Testing

/// A rider over a bad network: what a receiver shows, against where the rider really is.
@Suite struct RemoteStreamTests {
    /// A network, and how wrong what is shown may be on it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let network: SimulatedStream.Network
        /// Whether the rider says where on its route it is.
        let isRouteKnown: Bool
        /// Metres off the way that the rider took in the last 10 s.
        let offMaximum: Double
        /// Metres from where the rider is at that moment.
        let behindMaximum: Double

        var testDescription: String { self.name }
    }

    private static let clean = SimulatedStream.Network(lostPerMille: 0, latency: 2, jitter: 1)
    private static let wireless = SimulatedStream.Network(lostPerMille: 20, latency: 10, jitter: 80)
    private static let bad = SimulatedStream.Network(lostPerMille: 200, latency: 50, jitter: 400)
    private static let late = SimulatedStream.Network(lostPerMille: 50, latency: 50, jitter: 2_000)

    // A rider has at most 12 m/s, and what is shown lies 0.75 s back: 9 m. To that come the jitter
    // and, on a bad network, each second of which the report is lost. Off the way it is when it
    // goes on along the route for a second, while the rider brakes at 1.5 m/s² unseen: 0.75 m.
    private static let cases = [
        Case(
            name: "a good network",
            network: Self.clean,
            isRouteKnown: true,
            offMaximum: 0.05,
            behindMaximum: 10
        ),
        Case(
            name: "a good network, no route",
            network: Self.clean,
            isRouteKnown: false,
            offMaximum: 0.05,
            behindMaximum: 10
        ),
        Case(
            name: "a wireless network",
            network: Self.wireless,
            isRouteKnown: true,
            offMaximum: 0.1,
            behindMaximum: 13
        ),
        Case(
            name: "a wireless network, no route",
            network: Self.wireless,
            isRouteKnown: false,
            offMaximum: 0.1,
            behindMaximum: 13
        ),
        Case(
            name: "a bad network",
            network: Self.bad,
            isRouteKnown: true,
            offMaximum: 0.8,
            behindMaximum: 40
        ),
        Case(
            name: "a bad network, no route",
            network: Self.bad,
            isRouteKnown: false,
            offMaximum: 0.3,
            behindMaximum: 40
        ),
        Case(
            name: "a late network",
            network: Self.late,
            isRouteKnown: true,
            offMaximum: 0.8,
            behindMaximum: 40
        ),
        Case(
            name: "a late network, no route",
            network: Self.late,
            isRouteKnown: false,
            offMaximum: 0.3,
            behindMaximum: 40
        ),
    ]

    @Test(arguments: Self.cases, [1, 2, 3] as [UInt64])
    func `what is shown stays near the way and near the rider`(tested: Case, seed: UInt64) throws {
        var stream = try SimulatedStream(
            seed: seed,
            network: tested.network,
            isRouteKnown: tested.isRouteKnown
        )
        let run = try stream.run(seconds: 120)
        #expect(run.off <= tested.offMaximum, "\(run)")
        #expect(run.behind <= tested.behindMaximum, "\(run)")
        #expect(run.states >= 60, "\(run)")
        if tested.network.lostPerMille == 0 { #expect(run.older == 0, "\(run)") }
    }

    @Test func `on a good network with a known route it is told of about once a second`() throws {
        var stream = try SimulatedStream(seed: 4, network: Self.clean, isRouteKnown: true)
        let run = try stream.run(seconds: 300)
        // Each change of speed costs some reports more.
        #expect(run.states < 450, "\(run)")
    }

    @Test func `the faults are really there`() throws {
        var stream = try SimulatedStream(seed: 5, network: Self.late, isRouteKnown: true)
        let run = try stream.run(seconds: 300)
        #expect(run.lost > 10, "\(run)")
        #expect(run.older > 20, "\(run)")
        #expect(run.behind > 13, "\(run)")
    }

    @Test func `the same seed is the same run`() throws {
        var runs: [SimulatedStream.Run] = []
        for _ in 0..<2 {
            var stream = try SimulatedStream(seed: 6, network: Self.bad, isRouteKnown: true)
            runs.append(try stream.run(seconds: 30))
        }
        #expect(runs[0] == runs[1])
    }
}

import Cycling
import Determinism
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing

/// What the tests of the sharing speak of.
enum SharingSamples {
    /// A peer whose id is 32 times that byte.
    static func peer(_ byte: UInt8) -> PeerID {
        guard let peer = PeerID([UInt8](repeating: byte, count: PeerID.byteCount)) else {
            preconditionFailure("32 bytes are no PeerID")
        }
        return peer
    }

    static let ada = Self.peer(0xA1)
    static let bob = Self.peer(0xB2)

    static func name(_ text: String) -> DisplayName {
        do {
            return try DisplayName(text)
        } catch {
            preconditionFailure("“\(text)” is no name: \(error)")
        }
    }

    /// A report with the usual values where nothing else is said.
    static func report(
        _ status: RiderStatus = .cruisin,
        at coordinate: Coordinate,
        speed: Double = 0,
        course: Double? = nil,
        progress: RiderReport.Progress? = nil,
        fixAge: Duration = .zero,
        uncertainty: Double = 0
    ) -> RiderReport {
        RiderReport(
            status: status,
            coordinate: coordinate,
            speed: speed,
            course: course,
            progress: progress,
            fixAge: fixAge,
            uncertainty: uncertainty
        )
    }

    /// The report of one who rides forward along a route.
    static func riding(_ route: Route, along: Double, speed: Double) -> RiderReport {
        let point = route.point(at: along)
        return self.report(
            at: point.coordinate,
            speed: speed,
            course: point.azimuth,
            progress: RiderReport.Progress(along: route.distance(of: along), isForward: true)
        )
    }

    /// The built-in loop as it is shared, round Cupertino.
    static func loop(around anchor: Coordinate = place(37.33182, -122.03118)) throws -> RideRoute {
        try RideRoute(name: Self.name("loop"), SyntheticCityLoop(around: anchor).route())
    }
}

extension Moment {
    /// That many milliseconds after the start.
    static func ms(_ milliseconds: Int64) -> Moment {
        Moment(nanoseconds: milliseconds * 1_000_000)
    }
}

import Cycling
import Digest
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing
import Wire

/// A route as it is shared.
@Suite struct SharingRouteTests {
    private typealias Samples = SharingSamples

    /// The bytes of a route's map with these bytes as its parts, and the hash that belongs to them.
    private static func bytes(_ parts: [[UInt8]], hash: [UInt8]? = nil) -> [UInt8] {
        func set(_ map: inout CBORMapWriter) {
            map.set(key: 2, bool: false)
            map.set(key: 3) { writer in
                writer.writeArrayHead(parts.count)
                for part in parts { writer.write(bytes: part) }
            }
        }
        var hashed = CBORWriter()
        hashed.writeMap { set(&$0) }
        var writer = CBORWriter()
        writer.writeMap { map in
            map.set(key: 1, text: "r")
            set(&map)
            map.set(key: 4, bytes: hash ?? SHA256.hash(hashed.bytes))
        }
        return writer.bytes
    }

    @Test func `points are steps of 1e-7 degrees, zigzag-coded in groups of seven bits`() throws {
        // 0.0000001°, -0.0000001°; then 64 steps north, and 64 west.
        let route = try RideRoute.decode(Self.bytes([[0x02, 0x01, 0x80, 0x01, 0x7F]]))
        #expect(
            route.parts == [[place(0.000_000_1, -0.000_000_1), place(0.000_006_5, -0.000_006_5)]]
        )
        #expect(route.encoded == Self.bytes([[0x02, 0x01, 0x80, 0x01, 0x7F]]))
    }

    @Test(
        arguments: [
            ("no parts", []),
            ("an empty part", [[]]),
            ("half a point", [[0x02]]),
            ("an unfinished number", [[0x02, 0x80]]),
            ("a number in more bytes than it needs", [[0x80, 0x00, 0x01]]),
            ("a number of six bytes", [[0x80, 0x80, 0x80, 0x80, 0x80, 0x01, 0x00]]),
            ("latitude 90.0000001", [[0x82, 0xA4, 0xA7, 0xDA, 0x06, 0x00]]),
            ("a step of 180° east", [[0x00, 0x80, 0xC8, 0xCE, 0xB4, 0x0D]]),
            ("4,097 points", [[UInt8](repeating: 0, count: 2 * 4_097)]),
            ("4,097 points in parts", [[UInt8]](repeating: [0, 0], count: 4_097)),
        ] as [(String, [[UInt8]])]
    )
    func `what is no route is refused`(what: String, parts: [[UInt8]]) {
        #expect(throws: WireError.self, "\(what)") { try RideRoute.decode(Self.bytes(parts)) }
    }

    @Test func `a number has one form, and a step one way`() {
        #expect(throws: WireError.notShortestForm(value: 0, bytes: 2)) {
            try RideRoute.decode(Self.bytes([[0x80, 0x00, 0x01]]))
        }
        let why = "1800000000 is the longer way round"
        #expect(throws: WireError.invalid(what: "step of a route", why: why)) {
            try RideRoute.decode(Self.bytes([[0x00, 0x80, 0xC8, 0xCE, 0xB4, 0x0D]]))
        }
    }

    @Test func `4,096 points are taken, and a wrong hash is not`() throws {
        let points = [UInt8](repeating: 2, count: 2 * 4_096)
        #expect(try RideRoute.decode(Self.bytes([points])).parts[0].count == 4_096)
        #expect(throws: WireError.self) {
            try RideRoute.decode(Self.bytes([points], hash: [UInt8](repeating: 0, count: 32)))
        }
    }

    @Test func `a route of one point, or over the antimeridian and the pole, comes back`() throws {
        for points in [
            [place(1, 2)], [place(0, 179.9995), place(0, -179.9995)],
            [place(89.5, 0), place(90, 0), place(89.5, -180)], [place(-90, 0), place(90, 179)],
        ] {
            let shared = try RideRoute(name: Samples.name("x"), Route([points]))
            let read = try RideRoute.decode(shared.encoded)
            #expect(read == shared)
            #expect(read.parts == [points])
            #expect(try read.route().metres == Route([points]).metres)
        }
        // One leg of 111.319 m, and few bytes: the step goes the short way (ride 4, case 13).
        let crossing = try RideRoute(
            name: Samples.name("x"),
            Route([[place(0, 179.9995), place(0, -179.9995)]])
        )
        #expect(abs(try crossing.route().metres - 111.319) < 0.001)
        let steps: [UInt8] = [0, 0xF0, 0xF9, 0xCD, 0xB4, 0x0D, 0, 0xA0, 0x9C, 0x01]
        #expect(try RideRoute.decode(Self.bytes([steps])).parts == crossing.parts)
        #expect(crossing.encoded.count == Self.bytes([steps]).count)
    }

    @Test func `the loop is shared in 4 KB, and as ridden is as long as it was`() throws {
        let shared = try Samples.loop()
        #expect(shared.parts.map(\.count) == [936])
        #expect(shared.isClosed)
        #expect(shared.encoded.count < 4_000)
        #expect(abs(try shared.route().metres - 6_299.984) < 0.5)
        // What is shared is ridden as it is: sharing it again changes nothing.
        #expect(try RideRoute(name: shared.name, shared.route()) == shared)
    }

    @Test func `parts stay apart, and a closed route is not closed twice`() throws {
        let parts = [[place(0, 0), place(0, 0.001)], [place(1, 0), place(1, 0.001)]]
        let route = try Route(parts, isClosed: true)
        let shared = try RideRoute(name: Samples.name("x"), route)
        #expect(shared.parts == parts)
        #expect(try shared.route() == route)
    }

    @Test func `a long route is thinned, to no more than twice the spacing beside it`() throws {
        // 30,000 points, 5 m apart, in a zigzag of 1 km: 150 km.
        let points = (0..<30_000).map { index in
            let leg = Double(index % 400) / 200
            return place(48 + Double(index) * 1e-5, 11 + (leg < 1 ? leg : 2 - leg) * 0.014)
        }
        let route = try Route([points])
        let shared = try RideRoute(name: Samples.name("x"), route)
        let count = shared.parts.reduce(0) { $0 + $1.count }
        #expect((2_048...RideLimits.routePointsMaximum).contains(count))
        #expect(shared.parts[0].first == points.first && shared.parts[0].last == points.last)
        let ridden = try shared.route()
        for point in points.enumerated() where point.offset % 997 == 0 {
            #expect(ridden.nearest(to: point.element).away < 128)
        }
    }

    @Test func `a route of too many parts can't be shared, and says so`() throws {
        let parts = (0..<2_100).map { index in
            [place(0, Double(index) / 100), place(0.001, Double(index) / 100)]
        }
        let route = try Route(parts)
        #expect(throws: RouteError.tooManyPoints(count: 4_200, accepted: 4_096)) {
            try RideRoute(name: Samples.name("x"), route)
        }
    }

    @Test func `the hash names the points and whether riders go round, not the name`() throws {
        let points = [place(1, 2), place(1, 3), place(2, 3)]
        let open = try RideRoute(name: Samples.name("a"), Route([points]))
        let same = try RideRoute(name: Samples.name("b"), Route([points]))
        let closed = try RideRoute(name: Samples.name("a"), Route([points], isClosed: true))
        let shorter = try RideRoute(name: Samples.name("a"), Route([Array(points.dropLast())]))
        #expect(open.hash == same.hash)
        #expect(Set([open.hash, closed.hash, shorter.hash]).count == 3)
    }
}

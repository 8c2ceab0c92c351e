import FolderTesting
import Foundation
import Geodesy
import GeodesyTesting
import RouteFiles
import Routes
import Testing

@Suite struct OracleTests {
    private let folder: TemporaryFolder

    init() throws {
        self.folder = try TemporaryFolder()
    }

    private static let places = [
        place(37.33182, -122.03118), place(-16.5, 179.99), place(0, 0), place(69.6, 18.9),
    ]

    private struct Answer: Decodable {
        let waypoints, routes, routePoints, tracks, segments, trackPoints: Int
        let trackMetres, trackSeconds, elevations: Double
        let names: [String?]
        let times: [Double]
    }

    private func put(_ document: GPXDocument, at path: String) throws {
        var text = ""
        document.write(to: &text)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    @Test(arguments: places)
    func `gpxpy finds in our files what we put there, and measures the same`(
        start: Coordinate
    ) throws {
        var ride = Ride(seed: 7, from: start)
        let document = ride.document(tracks: 2, points: 300)
        try self.put(document, at: self.folder["ride.gpx"])
        guard let data = try Oracle.gpxpy(self.folder["ride.gpx"]).answer() else { return }
        let answer = try JSONDecoder().decode(Answer.self, from: data)
        let (read, tally) = try RouteFile.read(self.folder["ride.gpx"])
        #expect(read == document)
        #expect(answer.waypoints == tally.waypoints && tally.waypoints == 5)
        #expect(answer.routes == tally.routes && tally.routes == 1)
        #expect(answer.routePoints == tally.routePoints && tally.routePoints == 5)
        #expect(answer.tracks == tally.tracks && tally.tracks == 2)
        #expect(answer.segments == tally.segments && tally.segments == 6)
        #expect(answer.trackPoints == tally.trackPoints && tally.trackPoints == 1_800)
        #expect(answer.trackSeconds == tally.trackSeconds)
        #expect(answer.names == read.tracks.map(\.label.name))
        let points = read.tracks.flatMap { $0.segments.joined() }
        #expect(answer.times == points.compactMap { $0.time.map { Double($0.seconds) } })
        #expect(abs(answer.elevations - points.reduce(0) { $0 + ($1.elevation ?? 0) }) < 1e-3)
        // It measures on a sphere, which is up to 0.56 % off, and across short legs on a plane.
        #expect(abs(answer.trackMetres / tally.trackMetres - 1) < 0.007)
    }

    @Test(arguments: places, ["1.0", "1.1"])
    func `gpsbabel reads our files, and we read the GPX that it makes of them`(
        start: Coordinate,
        version: String
    ) throws {
        var ride = Ride(seed: 11, from: start)
        let document = ride.document(tracks: 2, points: 200)
        let (ours, theirs) = (self.folder["ours.gpx"], self.folder["theirs.gpx"])
        try self.put(document, at: ours)
        let gpsbabel = Oracle.gpsbabel(from: ours, to: theirs, version: version)
        guard try gpsbabel.answer() != nil else { return }
        let (read, tally) = try RouteFile.read(theirs)
        #expect(read.waypoints == document.waypoints)
        #expect(read.routes.map(\.points) == document.routes.map(\.points))
        #expect(read.tracks == document.tracks)
        #expect(tally.trackMetres == (try RouteFile.read(ours)).tally.trackMetres)
    }
}

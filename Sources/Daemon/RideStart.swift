import Cycling
public import Geodesy
import Peers
import RouteFiles
import Routes

/// What a daemon's ride begins with: its route, and who rides it.
public enum RideStart {
    /// Simulants of a daemon that has never met another, so that its world is not empty.
    static let simulantsAlone = 3
    /// Metres between the ends of a route within which riders go round.
    static let closedWithin = 50.0

    /// In the middle of Cupertino, where the tutorial's ride was.
    public static let standardAnchor: Coordinate = {
        do throws(CoordinateError) {
            return try Coordinate(latitude: 37.33182, longitude: -122.03118)
        } catch {
            preconditionFailure("37.33182, -122.03118 is no place: \(error)")
        }
    }()

    /// Reads `LAT,LON` in degrees; `nil` for anything else.
    static func anchor(_ text: String) -> Coordinate? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = DecimalScanner.number(String(parts[0])),
            let longitude = DecimalScanner.number(String(parts[1]))
        else { return nil }
        do throws(CoordinateError) {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            return nil  // The option's own sentence says what it must be.
        }
    }

    /// The route of a daemon, and what is to be said of it, where there is something.
    ///
    /// Reading a long file takes seconds, which a daemon that starts has.
    static func route(
        file: String?,
        anchor: Coordinate
    ) throws -> (route: RideRoute, note: String?) {
        guard let file else {
            let route = try SyntheticCityLoop(around: anchor).route()
            let name = try DisplayName(SyntheticCityLoop.name)
            return (try RideRoute(name: name, route), SyntheticCityLoop.description)
        }
        let (document, _) = try RouteFile.read(file)
        let fileName = file.split(separator: "/").last.map(String.init) ?? file
        let title = document.label.name ?? document.tracks.first?.label.name ?? fileName
        let fallback = try DisplayName("Route")
        let name = DisplayName(nearest: title, otherwise: fallback)
        do {
            let open = try Route(document)
            let isClosed = open.start.metres(to: open.end) <= self.closedWithin
            return (try RideRoute(name: name, Route(document, isClosed: isClosed)), nil)
        } catch {
            throw DaemonFailure(sentence: "\(file) holds no route: \(error)", exitStatus: 1)
        }
    }
}

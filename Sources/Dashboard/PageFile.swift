import Digest
import HTTP

/// One file of the page: as it lies in the program, or as the map's library has it.
struct PageFile: Equatable, Sendable {
    /// The path that it is asked for by.
    let path: String
    let contentType: String
    let bytes: [UInt8]
    /// The beginning of its digest, in quotes: it changes when the file does (RFC 9110 §8.8.3).
    let tag: String

    init(path: String, bytes: [UInt8]) {
        self.path = path
        let types = [
            (".css", "text/css; charset=utf-8"), (".js", "text/javascript; charset=utf-8"),
            (".png", "image/png"),
        ]
        self.contentType =
            types.first { path.hasSuffix($0.0) }?.1 ?? "text/html; charset=utf-8"
        self.bytes = bytes
        let digest = SHA256.hash(bytes).prefix(9).map { byte in
            String(UInt16(byte) + 256, radix: 16).dropFirst()
        }
        self.tag = "\"\(digest.joined())\""
    }

    /// All that lie in the program.
    static func all() -> [PageFile] {
        [
            PageFile(path: "/", bytes: PackageResources.index_html),
            PageFile(path: "/page.css", bytes: PackageResources.page_css),
            PageFile(path: "/ride.css", bytes: PackageResources.ride_css),
            PageFile(path: "/main.js", bytes: PackageResources.main_js),
            PageFile(path: "/connection.js", bytes: PackageResources.connection_js),
            PageFile(path: "/element.js", bytes: PackageResources.element_js),
            PageFile(path: "/feed.js", bytes: PackageResources.feed_js),
            PageFile(path: "/game.js", bytes: PackageResources.game_js),
            PageFile(path: "/peers.js", bytes: PackageResources.peers_js),
            PageFile(path: "/card.js", bytes: PackageResources.card_js),
            PageFile(path: "/library.js", bytes: PackageResources.library_js),
            PageFile(path: "/map.js", bytes: PackageResources.map_js),
            PageFile(path: "/marker.js", bytes: PackageResources.marker_js),
            PageFile(path: "/motion.js", bytes: PackageResources.motion_js),
            PageFile(path: "/plane.js", bytes: PackageResources.plane_js),
            PageFile(path: "/ride.js", bytes: PackageResources.ride_js),
            PageFile(path: "/riders.js", bytes: PackageResources.riders_js),
            PageFile(path: "/states.js", bytes: PackageResources.states_js),
            PageFile(path: "/trail.js", bytes: PackageResources.trail_js),
            PageFile(path: "/words.js", bytes: PackageResources.words_js),
            PageFile(path: "/you.js", bytes: PackageResources.you_js),
        ]
    }

    /// The answer; to a browser that has the same file already, only that.
    ///
    /// A browser asks each time, as another version of the daemon may serve the port by then.
    func response(to request: HTTPRequest) -> HTTPResponse {
        let headers = [
            (name: "Content-Type", value: self.contentType),
            (name: "Cache-Control", value: "no-cache"), (name: "ETag", value: self.tag),
        ]
        let known = request.headers.values("if-none-match").flatMap { $0.split(separator: ",") }
        let isKnown = known.contains { entry in
            let entry = entry.drop { $0 == " " }
            return entry == "*" || (entry.hasPrefix("W/") ? entry.dropFirst(2) : entry) == self.tag
        }
        return isKnown
            ? HTTPResponse(.notModified, headers: Array(headers.dropFirst()))
            : HTTPResponse(.ok, headers: headers, body: self.bytes)
    }
}

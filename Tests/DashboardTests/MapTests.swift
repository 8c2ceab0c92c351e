import Dashboard
import FolderTesting
import LoopTesting
import Testing

/// The map's library, which lies on the machine, and its images, which somebody may ask for.
@Suite struct MapTests {
    private static let files = [
        ("leaflet.min.js", "text/javascript; charset=utf-8"),
        ("leaflet.js", "text/javascript; charset=utf-8"),
        ("leaflet.css", "text/css; charset=utf-8"), ("images/layers.png", "image/png"),
        ("images/layers-2x.png", "image/png"), ("images/marker-icon.png", "image/png"),
    ]

    /// Runs a dashboard whose library lies in a folder of the test's.
    private func withLibrary(
        _ names: [String],
        tiles: TileTemplate? = nil,
        _ body: (RunningDashboard, TemporaryFolder) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("images")
        for name in names { try folder.put("the text of \(name)", at: name) }
        let dashboard = try RunningDashboard(tiles: tiles, library: folder.path)
        defer { dashboard.stop() }
        try body(dashboard, folder)
    }

    private func map(_ dashboard: RunningDashboard) -> HTTPReply {
        dashboard.ask("GET /map", dashboard.authorization)
    }

    // MARK: The library

    @Test func `the library's files are those of the machine, by a closed list`() throws {
        try self.withLibrary(Self.files.map(\.0)) { dashboard, folder in
            for (name, type) in Self.files {
                let reply = dashboard.ask("GET /leaflet/\(name)")
                #expect(reply.status == 200, "\(name)")
                #expect(reply.body == "the text of \(name)")
                #expect(reply.headers["content-type"] == type)
                #expect(dashboard.ask("HEAD /leaflet/\(name)").headers == reply.headers)
                let tag = reply.headers["etag"] ?? "none"
                let known = dashboard.ask("GET /leaflet/\(name)", "If-None-Match: \(tag)\r\n")
                #expect(known.status == 304)
                try folder.put("an update of \(name)", at: name)
                let updated = dashboard.ask("GET /leaflet/\(name)", "If-None-Match: \(tag)\r\n")
                #expect(updated.body == "an update of \(name)")
            }
        }
    }

    @Test func `no path leads to another file`() throws {
        try self.withLibrary(Self.files.map(\.0) + ["other.js", "secret.css"]) { dashboard, _ in
            for path in [
                "/leaflet/other.js", "/leaflet/secret.css", "/leaflet/", "/leaflet",
                "/leaflet/images", "/leaflet/images/", "/leaflet/./leaflet.js",
                "/leaflet/../leaflet/leaflet.js", "/leaflet/images/../leaflet.js",
                "/leaflet/%2e%2e/%2e%2e/etc/passwd", "/leaflet/../../../../etc/passwd",
                "/leaflet//etc/passwd", "/leaflet/leaflet.js/", "/leaflet/LEAFLET.JS",
                "/leafletleaflet.js", "/Leaflet/leaflet.js", "/leaflet/leaflet.js.map",
            ] {
                #expect(dashboard.ask("GET \(path)").status == 404, "\(path)")
            }
            for path in [
                "/leaflet/leaflet.js%00.png", "/leaflet/..%2f..%2fetc/passwd",
                "/leaflet/images%5clayers.png", "//leaflet/leaflet.js",
            ] {
                #expect(dashboard.ask("GET \(path)").status == 400, "\(path)")
            }
            // An encoding of a plain letter is that letter.
            #expect(dashboard.ask("GET /leaflet/leaflet%2Ejs").status == 200)
        }
    }

    @Test func `a machine without the library says what brings it, and serves the rest`() throws {
        try self.withLibrary([]) { dashboard, folder in
            for (name, _) in Self.files {
                let reply = dashboard.ask("GET /leaflet/\(name)")
                #expect(reply.status == 404)
                #expect(reply.body.contains("`apt install libjs-leaflet`"))
            }
            #expect(self.map(dashboard).body == #"{"library":null,"tiles":null}"#)
            #expect(dashboard.ask("GET /").status == 200)
            #expect(dashboard.call("status").status == 200)
            // It is there as soon as it is installed.
            try folder.put("style", at: "leaflet.css")
            #expect(self.map(dashboard).body == #"{"library":null,"tiles":null}"#)
            try folder.put("script", at: "leaflet.js")
            #expect(
                self.map(dashboard).body
                    == #"{"library":{"script":"/leaflet/leaflet.js","#
                    + #""style":"/leaflet/leaflet.css"},"tiles":null}"#
            )
            try folder.put("short script", at: "leaflet.min.js")
            #expect(self.map(dashboard).body.contains(#""script":"/leaflet/leaflet.min.js""#))
        }
    }

    @Test func `what is too long, or no file, is refused in a sentence`() throws {
        try self.withLibrary(["leaflet.css"]) { dashboard, folder in
            try folder.put(String(repeating: "a", count: 1 << 20), at: "leaflet.js")
            #expect(dashboard.ask("GET /leaflet/leaflet.js").status == 200)
            try folder.put(String(repeating: "a", count: (1 << 20) + 1), at: "leaflet.js")
            try folder.makeFolder("leaflet.min.js")
            for (name, why) in [
                ("leaflet.js", "more than 1048576 bytes"), ("leaflet.min.js", "is a folder"),
            ] {
                let reply = dashboard.ask("GET /leaflet/\(name)")
                #expect(reply.status == 404)
                #expect(reply.body.contains(why))
            }
            #expect(self.map(dashboard).body == #"{"library":null,"tiles":null}"#)
        }
    }

    // MARK: Images

    @Test(arguments: [
        ("https://tiles.example/{z}/{x}/{y}.png", "https://tiles.example"),
        ("http://10.0.0.7:8080/osm/{z}/{x}/{y}{r}.png?key=a&b=c,d", "http://10.0.0.7:8080"),
        ("HTTPS://Tiles.Example/{y}/{z}-{x}", "https://tiles.example"),
    ])
    func `the policy names the one host of the images, and nothing else changes`(
        text: String,
        origin: String
    ) throws {
        try self.withLibrary([], tiles: TileTemplate(text)) { dashboard, _ in
            for line in ["GET /", "GET /leaflet/leaflet.css", "GET /nothing", "GET /map"] {
                #expect(
                    dashboard.ask(line).headers["content-security-policy"]
                        == "default-src 'none'; script-src 'self'; style-src 'self'; "
                        + "img-src 'self' data: \(origin); connect-src 'self'; "
                        + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
                )
            }
            // Who has no token learns nothing of it.
            #expect(dashboard.ask("GET /map").status == 401)
            #expect(!dashboard.ask("GET /").body.contains(origin))
            let map = self.map(dashboard)
            #expect(map.body == #"{"library":null,"tiles":"\#(text)"}"#)
            #expect(map.headers["content-type"] == "application/json")
            #expect(map.headers["cache-control"] == "no-store")
        }
    }

    @Test(arguments: [
        ("", "begin with"), ("tiles.example/{z}/{x}/{y}", "begin with"),
        ("ftp://tiles.example/{z}/{x}/{y}", "begin with"),
        ("//tiles.example/{z}/{x}/{y}", "begin with"),
        ("javascript:alert(1)//{z}{x}{y}", "begin with"),
        ("https://tiles.example/{z}/{x}.png", "say where {y} goes"),
        ("https://tiles.example/{x}/{y}.png", "say where {z} goes"),
        ("https://tiles.example/", "say where {z} goes"),
        ("https://tiles.example/{z}/{x}/{y}/{key}", "has {ke"),
        ("https://tiles.example/{z}/{x}/{y}}", "has }"),
        ("https://tiles.example/{z}/{x}/{y}/{", "has {"),
        ("https://{s}.tiles.example/{z}/{x}/{y}.png", "host's name"),
        ("https://{z}{x}{y}/", "host's name"), ("https:///{z}/{x}/{y}", "host's name"),
        ("https://tiles.example", "host's name"), ("https://*/{z}/{x}/{y}", "host's name"),
        ("https://*.example/{z}/{x}/{y}", "host's name"),
        ("https://ada@tiles.example/{z}/{x}/{y}", "host's name"),
        ("https://ada:pass@tiles.example/{z}/{x}/{y}", "host's name"),
        ("https://tiles.example:0/{z}/{x}/{y}", "host's name"),
        ("https://tiles.example:65536/{z}/{x}/{y}", "host's name"),
        ("https://tiles.example:/{z}/{x}/{y}", "host's name"),
        ("https://tiles.example:+80/{z}/{x}/{y}", "host's name"),
        ("https://tiles..example/{z}/{x}/{y}", "host's name"),
        ("https://-tiles.example/{z}/{x}/{y}", "host's name"),
        ("https://tiles.example,evil.example/{z}/{x}/{y}", "host's name"),
        ("https://[::1]/{z}/{x}/{y}", "host's name"),
        ("https://tiles.example/{z}/{x}/{y} .png", "printable"),
        ("https://tiles.example/{z}/{x}/{y};script-src", "printable"),
        ("https://tiles.example/{z}/{x}/{y}'", "printable"),
        ("https://tiles.example/{z}/{x}/{y}\"", "printable"),
        ("https://tiles.example/{z}/{x}/{y}\r\nSet-Cookie:a", "printable"),
        ("https://tïles.example/{z}/{x}/{y}", "printable"),
        ("https://tiles.example\\@evil.example/{z}/{x}/{y}", "printable"),
    ])
    func `a template that could say more than images is refused`(text: String, why: String) {
        let problem = #expect(throws: TileTemplate.Problem.self) { try TileTemplate(text) }
        #expect(problem?.description.contains(why) == true)
    }

    @Test func `a template has 512 bytes at most`() throws {
        let start = "https://tiles.example/{z}/{x}/{y}?"
        let longest = start + String(repeating: "k", count: 512 - start.utf8.count)
        #expect(try TileTemplate(longest).text == longest)
        #expect(throws: TileTemplate.Problem.tooLong(bytes: 513)) {
            try TileTemplate(longest + "k")
        }
    }
}

import Control
import Dashboard
import LoopTesting
import Testing

/// Who may have what.
@Suite struct AccessTests {
    private func withDashboard(_ body: (RunningDashboard) throws -> Void) throws {
        let dashboard = try RunningDashboard()
        defer { dashboard.stop() }
        try body(dashboard)
    }

    private static let files = [
        "/", "/page.css", "/ride.css", "/main.js", "/connection.js", "/element.js", "/feed.js",
        "/game.js", "/peers.js", "/card.js", "/library.js", "/map.js", "/marker.js", "/motion.js",
        "/plane.js", "/ride.js", "/riders.js", "/states.js", "/trail.js", "/words.js", "/you.js",
    ]

    // MARK: The static files

    @Test func `the page and its files are for anybody, and name each other only`() throws {
        try self.withDashboard { dashboard in
            for path in Self.files {
                let reply = dashboard.ask("GET \(path)")
                #expect(reply.status == 200, "\(path)")
                #expect(!reply.body.isEmpty)
                #expect(!reply.body.contains(dashboard.token))
                #expect(!reply.body.contains("https://"))
                let head = dashboard.ask("HEAD \(path)")
                #expect(head.headers == reply.headers)
                let known = dashboard.ask(
                    "GET \(path)",
                    "If-None-Match: \"x\", W/\(reply.headers["etag"] ?? "none")\r\n"
                )
                #expect(known.status == 304)
                #expect(known.body == "")
                #expect(known.headers["etag"] == reply.headers["etag"])
                #expect(dashboard.ask("GET \(path)", "If-None-Match: \"x\"\r\n").status == 200)
            }
            let page = dashboard.ask("GET /?from=bookmark").body
            let named = page.matches(of: /(?:src|href)="(\/[^"]*)"/).map { String($0.1) }
            #expect(Set(named).isSubset(of: Self.files))
            #expect(!named.isEmpty)
            for path in Self.files where path.hasSuffix(".js") {
                let script = dashboard.ask("GET \(path)").body
                let imported = script.matches(of: /from "\.(\/[^"]*)"/).map { String($0.1) }
                #expect(Set(imported).isSubset(of: Self.files), "\(path)")
            }
        }
    }

    @Test func `every answer carries the policy, a refusal too`() throws {
        try self.withDashboard { dashboard in
            for line in ["GET /", "GET /nothing", "GET /events", "PUT /", "GET /%00"] {
                let headers = dashboard.ask(line).headers
                #expect(
                    headers["content-security-policy"]
                        == "default-src 'none'; script-src 'self'; style-src 'self'; "
                        + "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; "
                        + "base-uri 'none'; form-action 'none'"
                )
                #expect(headers["x-content-type-options"] == "nosniff")
                #expect(headers["referrer-policy"] == "no-referrer")
                #expect(headers["cross-origin-resource-policy"] == "same-origin")
                #expect(headers["access-control-allow-origin"] == nil)
                #expect(headers["set-cookie"] == nil)
            }
        }
    }

    // MARK: The token

    @Test func `whatever is not static needs the token`() throws {
        try self.withDashboard { dashboard in
            let token = dashboard.token
            #expect(token.utf8.count == 43)
            #expect(token.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil)
            let wrong = [
                "", "Authorization: Bearer\r\n", "Authorization: Bearer \r\n",
                "Authorization: \(token)\r\n", "Authorization: Basic \(token)\r\n",
                "Authorization: Bearer \(token)x\r\n",
                "Authorization: Bearer \(token.dropLast())\r\n",
                "Authorization: Bearer \(token.lowercased())\r\n", "Cookie: token=\(token)\r\n",
                dashboard.authorization + dashboard.authorization,
            ]
            for fields in wrong {
                for reply in [
                    dashboard.ask("GET /events", fields),
                    dashboard.ask("GET /events?token=\(token)", fields),
                    dashboard.ask("GET /map", fields),
                    dashboard.ask("POST /rpc", fields + RunningDashboard.json, body: "status"),
                ] {
                    #expect(reply.status == 401, "\(fields)")
                    #expect(reply.headers["www-authenticate"] == "Bearer")
                    #expect(reply.body.contains("`paceline web`"))
                }
            }
            #expect(dashboard.called.value == [])
            #expect(dashboard.call("status").body == "permitted")
            #expect(
                dashboard.ask(
                    "POST /rpc",
                    "authorization: bEARER  \(token)\r\n"
                        + RunningDashboard.json,
                    body: "status"
                ).status == 200
            )
        }
    }

    @Test func `each run has a token of its own`() throws {
        try self.withDashboard { one in
            try self.withDashboard { other in #expect(one.token != other.token) }
        }
    }

    // MARK: Hosts and origins

    @Test func `a name that somebody has turned to this machine is no host of it`() throws {
        try self.withDashboard { dashboard in
            let port = dashboard.port
            for host in [
                "evil.example:\(port)", "evil.example", "127.0.0.1", "127.0.0.1:\(port &+ 1)",
                "localhost", "localhost.evil.example:\(port)", "127.0.0.1:\(port).evil.example",
                "evil.example@127.0.0.1:\(port)", "127.1:\(port)", "0.0.0.0:\(port)",
                "2130706433:\(port)", "[::ffff:127.0.0.1]:\(port)", "localhost.:\(port)", "",
            ] {
                for line in [
                    "GET /", "GET /main.js", "GET /leaflet/leaflet.css", "GET /map", "GET /events",
                    "GET /nothing",
                ] {
                    let reply = dashboard.ask(line, dashboard.authorization, host: host)
                    #expect(reply.status == 421, "\(host)")
                }
                let fields = dashboard.authorization + RunningDashboard.json
                #expect(
                    dashboard.ask("POST /rpc", fields, host: host, body: "status").status == 421
                )
            }
            #expect(dashboard.called.value == [])
            for host in [
                "127.0.0.1:\(port)", "localhost:\(port)", "LocalHost:\(port)", "[::1]:\(port)",
            ] {
                #expect(dashboard.ask("GET /", host: host).status == 200, "\(host)")
            }
        }
    }

    @Test func `another site's request is refused, though it had the token`() throws {
        try self.withDashboard { dashboard in
            let port = dashboard.port
            for fields in [
                "Origin: https://evil.example\r\n", "Origin: null\r\n",
                "Origin: http://127.0.0.1\r\n", "Origin: http://127.0.0.1:\(port &+ 1)\r\n",
                "Origin: https://127.0.0.1:\(port)\r\n", "Origin: http://localhost:\(port)\r\n",
                "Origin: http://127.0.0.1:\(port).evil.example\r\n", "Origin: \r\n",
                "Origin: http://127.0.0.1:\(port)\r\nOrigin: https://evil.example\r\n",
                "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n",
                "Sec-Fetch-Site: none\r\n",
            ] {
                #expect(dashboard.call("status", fields).status == 403, "\(fields)")
                for path in ["/events", "/map"] {
                    let reply = dashboard.ask("GET \(path)", dashboard.authorization + fields)
                    #expect(reply.status == 403, "\(path) with \(fields)")
                }
                #expect(dashboard.ask("GET /", fields).status == 200)
            }
            #expect(dashboard.called.value == [])
            let own = "Origin: http://127.0.0.1:\(port)\r\nSec-Fetch-Site: same-origin\r\n"
            #expect(dashboard.call("status", own).status == 200)
        }
    }

    // MARK: Routes

    @Test func `routes have their methods, and there is nothing else`() throws {
        try self.withDashboard { dashboard in
            for path in ["/nothing", "/index.html", "/../etc/passwd", "/page.css/", "/RPC"] {
                #expect(dashboard.ask("GET \(path)").status == 404, "\(path)")
            }
            let wrong = [
                ("POST /", "GET, HEAD"), ("GET /rpc", "POST"), ("HEAD /events", "GET"),
                ("POST /leaflet/leaflet.css", "GET, HEAD"), ("HEAD /map", "GET"),
            ]
            for (line, allowed) in wrong {
                let reply = dashboard.ask(line, body: line.hasPrefix("POST") ? "" : nil)
                #expect(reply.status == 405, "\(line)")
                #expect(reply.headers["allow"] == allowed)
            }
        }
    }

    // MARK: Calls

    @Test func `a call is passed on as it is, and must say that it is JSON`() throws {
        try self.withDashboard { dashboard in
            #expect(dashboard.call("status").headers["content-type"] == "application/json")
            #expect(dashboard.call("anything at all").status == 204)
            #expect(dashboard.called.value == ["status", "anything at all"])
            for type in ["", "Content-Type: text/plain\r\n", "Content-Type: application/jsonp\r\n"]
            {
                let fields = dashboard.authorization + type
                #expect(dashboard.ask("POST /rpc", fields, body: "status").status == 415)
            }
            let charset =
                dashboard.authorization + "Content-Type: application/JSON; charset=utf-8\r\n"
            #expect(dashboard.ask("POST /rpc", charset, body: "status").status == 200)
        }
    }

    @Test func `the page may look and play, and no more`() throws {
        try self.withDashboard { dashboard in
            let permitted = ControlMethod.allCases.filter {
                dashboard.call($0.rawValue).body == "permitted"
            }
            #expect(
                permitted.map(\.rawValue) == [
                    "version", "status", "peers", "game.new", "game.guess", "game.answer",
                    "game.cancel", "game.status", "game.history", "game.scores", "ride.riders",
                    "ride.route", "ride.you", "ride.log", "ride.here", "ride.start", "ride.away",
                    "ride.status", "ride.simulants", "ride.invisible",
                ]
            )
        }
    }
}

import HTTP

/// Decides which requests are the page's own.
///
/// A value. Any site that this machine's browser shows can send requests to a loopback port, and
/// any user of this machine can; so each must name this server as its host (a site that has turned
/// its own name to 127.0.0.1 does not), must not come from another site, and must show the token.
struct PageGate: Sendable {
    private let hosts: [String]
    private let token: PageToken
    private let files: [PageFile]

    init(port: UInt16, token: PageToken, files: [PageFile]) {
        let names = ["127.0.0.1", "localhost", "[::1]"]
        // Browsers leave the port of the scheme out.
        self.hosts = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
        self.token = token
        self.files = files
    }

    /// The route of a request that may pass.
    func route(of request: HTTPRequest) throws(HTTPRefusal) -> PageRoute {
        let host = request.headers.single("host")?.lowercased() ?? ""
        guard self.hosts.contains(host) else {
            throw HTTPRefusal(
                .misdirectedRequest,
                "This server is called \(self.hosts[0]), and answers to no other host's name."
            )
        }
        let route = try self.route(at: request.target.path)
        guard route.methods.contains(request.method) else {
            let methods = route.methods.map(\.rawValue).joined(separator: " or ")
            throw HTTPRefusal(
                .methodNotAllowed,
                "Ask for \(request.target.path) by \(methods).",
                allowed: route.methods
            )
        }
        if route.isPublic { return route }
        try self.checkOrigin(of: request, host: host)
        guard self.token.isProven(by: request.headers.single("authorization")) else {
            throw HTTPRefusal(
                .unauthorized,
                "This needs the daemon's token; `paceline web` prints an address that has it."
            )
        }
        if route == .call { try self.checkType(of: request) }
        return route
    }

    private func route(at path: String) throws(HTTPRefusal) -> PageRoute {
        if let file = self.files.first(where: { $0.path == path }) { return .file(file) }
        if let name = MapLibrary.name(at: path) { return .library(name) }
        switch path {
        case PageRoute.mapPath: return .map
        case PageRoute.eventsPath: return .events
        case PageRoute.callPath: return .call
        default: throw HTTPRefusal(.notFound, "There is nothing at this path.")
        }
    }

    /// Programs other than browsers send neither field, and have the token to show.
    private func checkOrigin(of request: HTTPRequest, host: String) throws(HTTPRefusal) {
        let origins = request.headers.values("origin").map { $0.lowercased() }
        let sites = request.headers.values("sec-fetch-site")
        guard origins.allSatisfy({ $0 == "http://\(host)" }),
            sites.allSatisfy({ $0 == "same-origin" })
        else {
            throw HTTPRefusal(.forbidden, "This may be asked for by the daemon's own page only.")
        }
    }

    private func checkType(of request: HTTPRequest) throws(HTTPRefusal) {
        let type = request.headers.single("content-type")?.prefix { $0 != ";" && $0 != " " }
        guard type?.lowercased() == "application/json" else {
            throw HTTPRefusal(.unsupportedMediaType, "A call is sent as application/json.")
        }
    }
}

import Foundation

/// A LAN and the daemons on it.
final class Household {
    let lan: LAN
    private(set) var daemons: [DaemonHost] = []

    fileprivate init(lan: LAN) throws {
        self.lan = lan
        for host in lan.hosts { _ = try self.daemon(on: host, name: host) }
    }

    /// A further daemon on a host; each host has one that is called like it, from the start.
    ///
    /// None is started.
    func daemon(on host: String, name: String, folder: String? = nil) throws -> DaemonHost {
        guard let holder = self.lan.holders[host] else {
            throw RigError.failed("Looking for \(host)", "No process holds it.")
        }
        let daemon = DaemonHost(on: host, of: self.lan, holder: holder, name: name, folder: folder)
        self.daemons.append(daemon)
        return daemon
    }

    /// The daemon with that name.
    subscript(name: String) -> DaemonHost {
        guard let daemon = self.daemons.first(where: { $0.name == name }) else {
            preconditionFailure("no daemon is called \(name)")
        }
        return daemon
    }

    /// Starts the daemons of the hosts, and waits until all are joined.
    func startAll() async throws {
        for daemon in self.daemons { try daemon.launch() }
        for daemon in self.daemons { try await daemon.answers() }
        try await self.areJoined()
    }

    /// Waits until each of these daemons, all that run if none is named, is joined with each other.
    func areJoined(_ some: [DaemonHost]? = nil) async throws {
        let all = some ?? self.daemons.filter(\.isRunning)
        for daemon in all {
            let others = all.filter { $0 !== daemon }.map(\.name).sorted()
            try await daemon.joins(others)
        }
    }

    /// Waits until each of these daemons shows the same lines of history as the first.
    func haveHistory(ending kind: String, count: Int? = nil) async throws -> [[HistoryRow]] {
        var all: [[HistoryRow]] = []
        for daemon in self.daemons where daemon.isRunning {
            try await eventually("“\(kind)” at the end of \(daemon.name)'s history") {
                let history = try await daemon.history()
                guard history.last?.kind == kind, count ?? history.count == history.count else {
                    return false
                }
                all.append(history)
                return true
            }
        }
        return all
    }
}

extension DaemonHost {
    /// Waits until it is joined with all of these.
    func joins(_ others: [String]) async throws {
        var shown: [PeerRow] = []
        do {
            try await eventually("\(self.name) joined with \(others)") {
                shown = try await self.peers()
                return Set(shown.filter { $0.state == "joined" }.compactMap(\.name))
                    .isSuperset(of: others)
            }
        } catch RigError.timedOut(let what, let limit) {
            throw RigError.timedOut("\(what); it shows \(shown)", limit)
        }
    }

    /// Waits until the roster shows a peer, by name, in a state.
    func shows(_ name: String, _ state: String) async throws {
        var shown: [PeerRow] = []
        do {
            try await eventually("\(self.name) showing \(name) as \(state)") {
                shown = try await self.peers()
                return shown.contains { $0.name == name && $0.state == state }
            }
        } catch RigError.timedOut(let what, let limit) {
            throw RigError.timedOut("\(what); it shows \(shown)", limit)
        }
    }
}

/// Makes a LAN with a daemon ready to start on each host; takes it all down whatever happens.
///
/// Prints what the daemons logged if `body` throws.
func withHousehold<Result>(
    hosts: Int,
    options: [String] = [],
    _ body: (Household) async throws -> Result
) async throws -> Result {
    try await withLAN(hosts: hosts, options: options) { lan in
        let household = try Household(lan: lan)
        do {
            return try await body(household)
        } catch {
            for daemon in household.daemons where !daemon.logs.isEmpty {
                print(daemon.logs)  // tidy-ok: what a person needs who looks for the fault.
            }
            throw error
        }
    }
}

import EventLoop
import Peering
import Peers
import Platform
import SessionEngine
import Sessions

// Signals, interfaces, and the hosts that are to be reached.
extension DaemonRoot {
    func watchSignals() throws {
        // A terminal that is closed ends what runs in it; whoever wants otherwise says `nohup`.
        var ending: [SignalWatch.Signal] = [.terminate, .interrupt]
        if !Surroundings.ignoresHangUp { ending.append(.hangUp) }
        for signal in ending {
            self.signals.append(
                try SignalWatch(on: self.loop, for: signal) { [unowned self] in
                    self.assumeIsolated { $0.stop() }
                }
            )
        }
        self.network = try InterfaceWatch(on: self.loop) { [unowned self] in
            self.assumeIsolated { $0.networkChanged() }
        }
    }

    /// Reaches for what `--connect` names; a host that has no address yet is asked for again later.
    func reachDestinations() {
        let destinations = self.unreached
        self.unreached = []
        for destination in destinations {
            destination.find(on: self.loop) { [unowned self] found in
                self.assumeIsolated { $0.found(found, for: destination) }
            }
        }
    }

    func found(
        _ found: Result<[Endpoint], DestinationError>,
        for destination: Destination
    ) {
        switch found {
        case .success(let endpoints):
            self.session?.assumeIsolated { session in
                for endpoint in endpoints { session.command(.connectEndpoint(endpoint)) }
            }
        case .failure(let error):
            self.log?(.warning, "\(error)", [("connect", "\(destination)")])
            self.unreached.append(destination)
        }
    }

    /// An interface may come later; a slip of the pen never does.
    func warnOfMissing(_ names: [String]) {
        // tidy-ok: who can't list the interfaces can't say which are missing.
        guard !names.isEmpty, let known = try? Interfaces.list() else { return }
        for name in names where !known.contains(where: { $0.name == name }) {
            self.log?(
                .warning,
                "There is no such interface now; it is advertised on once there is.",
                [("interface", name)]
            )
        }
    }
}

import Glibc
import ServiceDiscovery
import Synchronization

/// Looks up each instance as soon as it is found, and prints a line for all that it is told.
enum Lookout {
    /// Until it is ended by a signal.
    static func run() throws {
        let watcher = Watcher()
        let discovery = try ServiceDiscovery(type: "_paceline._tcp") { watcher.heard($0) }
        watcher.discovery.withLock { $0 = discovery }
        discovery.browse()
        while true { pause() }
    }

    private final class Watcher: Sendable {
        let discovery = Mutex<ServiceDiscovery?>(nil)
        /// Whom the look-ups are for: a look-up's number is its place here.
        private let labels = Mutex<[String]>([])

        func heard(_ event: DiscoveryEvent) {
            switch event {
            case .found(let label, let interface):
                self.say("found \(label) on \(interface)")
                let number = self.labels.withLock { labels in
                    labels.append(label)
                    return UInt64(labels.count - 1)
                }
                self.discovery.withLock {
                    $0?.lookUp(number, label: label, interface: interface)
                }
            case .lost(let label, let interface):
                self.say("lost \(label) on \(interface)")
            case .resolved(let token, _, let port, _, _):
                self.say("resolved \(self.label(token)): port \(port)")
            case .address(let token, let address, _):
                self.say("address of \(self.label(token)): \(address)")
            case .lookUpEnded(let token, let outcome):
                self.say("ended \(self.label(token)): \(outcome)")
            case .available: self.say("available")
            case .unavailable(let outage): self.say("unavailable: \(outage)")
            case .registered, .registrationFailed: break
            }
        }

        /// At once, and not when a buffer is full.
        private func say(_ line: String) {
            let bytes = Array("\(line)\n".utf8)
            write(STDOUT_FILENO, bytes, bytes.count)
        }

        private func label(_ token: UInt64) -> String {
            self.labels.withLock { $0[Int(token)] }
        }
    }
}

import Glibc

/// Where the D-Bus system bus is to be found.
enum SystemBus {
    /// The socket's path, or `nil` when the bus is reached by something else than a path.
    static func path() -> String? {
        self.path(inAddress: getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) })
    }

    /// Reads the first address of a list such as `unix:path=/run/dbus/system_bus_socket,guid=…`.
    static func path(inAddress address: String?) -> String? {
        guard let address, !address.isEmpty else { return "/run/dbus/system_bus_socket" }
        let first = address.prefix { $0 != ";" }
        guard first.hasPrefix("unix:") else { return nil }
        for pair in first.dropFirst("unix:".count).split(separator: ",")
        where pair.hasPrefix("path=") {
            return String(pair.dropFirst("path=".count))
        }
        return nil
    }

    /// Looks around for the reason of a failure whose code says little.
    static func outage(after code: ServiceErrorCode, lasting time: Duration) -> DiscoveryOutage {
        if code == .tooManyConnections { return .tooManyConnections }
        if time >= Watchdog.givenUp { return .hung }
        if let path = self.path(), !LocalSocket.isListening(at: path) { return .noBus }
        guard LocalSocket.isListening(at: LocalSocket.avahiPath) else { return .noDaemon }
        return .interrupted(code: code.number)
    }
}

import Foundation
import LoopTesting

/// The network of a host, for the tests' own sockets.
enum HostNetwork {
    /// Connects to a port of a host's own 127.0.0.1.
    ///
    /// A socket stays in the network that its thread was in when it was made; so a thread of its
    /// own goes there and makes it. `holder` is the process that holds the host's namespaces.
    static func connect(to port: UInt16, holder: Int32) throws -> TCPClient {
        let outcome = Box<Result<TCPClient, RigError>?>(nil)
        TestThread { outcome.value = self.connected(port, holder) }.join()
        guard let outcome = outcome.value else { preconditionFailure("a thread without an end") }
        return try outcome.get()
    }

    private static func connected(_ port: UInt16, _ holder: Int32) -> Result<TCPClient, RigError> {
        // Declared for _GNU_SOURCE only.
        typealias SetNamespace = @convention(c) (Int32, Int32) -> Int32
        let network: Int32 = 0x4000_0000
        let descriptor = open("/proc/\(holder)/ns/net", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, let symbol = dlsym(nil, "setns"),
            unsafeBitCast(symbol, to: SetNamespace.self)(descriptor, network) == 0
        else {
            let fault = String(cString: strerror(errno))
            return .failure(.failed("Entering the network of process \(holder)", fault))
        }
        return .success(TCPClient(port: port))
    }
}

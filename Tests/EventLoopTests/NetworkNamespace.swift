import Glibc
import Testing

/// A network of its own for the calling thread, which it keeps until it ends.
enum NetworkNamespace {
    /// Whether this process may make one.
    static var isPossible: Bool { geteuid() == 0 }

    /// Leaves the machine's network.
    ///
    /// `unshare` is declared for _GNU_SOURCE only.
    static func enter() {
        typealias Unshare = @convention(c) (Int32) -> Int32
        let newNetwork: Int32 = 0x4000_0000
        guard let symbol = dlsym(nil, "unshare"),
            unsafeBitCast(symbol, to: Unshare.self)(newNetwork) == 0
        else {
            Issue.record("No network namespace: \(errno).")
            return
        }
    }

    /// How many netlink messages the kernel has dropped here for want of room.
    static var netlinkDrops: Int {
        guard let file = fopen("/proc/thread-self/net/netlink", "r") else { return 0 }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        let rows = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
            .dropFirst()
        return rows.compactMap { $0.split(separator: " ").dropLast().last.flatMap { Int($0) } }
            .reduce(0, +)
    }

    /// Runs `ip` with these arguments here, and waits for it.
    static func ip(_ arguments: String...) {
        var words = (["ip"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        var status: Int32 = 0
        let code = posix_spawnp(&process, "ip", nil, nil, &words, environ)
        #expect(code == 0)
        waitpid(process, &status, 0)
        #expect(status == 0, "ip \(arguments.joined(separator: " "))")
    }
}

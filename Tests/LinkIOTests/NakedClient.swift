import EventLoop
import Glibc
import LoopTesting

/// A TLS client without a certificate: Debian's own Python, whose `ssl` can't show ours.
enum NakedClient {
    struct SystemFailure: Error {}

    private static let script = """
        import socket, ssl, sys
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.set_alpn_protocols(["paceline/1"])
        try:
            plain = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
            with context.wrap_socket(plain) as secured:
                secured.sendall(b"anybody")
                print("received", secured.recv(100))
        except Exception as error:
            print(repr(error))
        """

    /// Connects to `port` and hands over what the client printed.
    static func run(
        port: UInt16,
        on loop: Loop,
        finished: @escaping (String) -> Void
    ) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemFailure() }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let source = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let words = ["/usr/bin/python3", "-c", Self.script, "\(port)"]
        var pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, words[0], &actions, nil, &pointers, environ)
        close(ends[1])
        guard code == 0 else {
            close(source)
            throw SystemFailure()
        }
        try Self.readAll(from: source, of: process, on: loop, finished)
    }

    private static func readAll(
        from source: Int32,
        of process: pid_t,
        on loop: Loop,
        _ finished: @escaping (String) -> Void
    ) throws {
        let watch = Box<DescriptorWatch?>(nil)
        var text: [UInt8] = []
        watch.value = try DescriptorWatch(on: loop, borrowing: source) { _ in
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(source, &buffer, buffer.count)
            guard count <= 0 else {
                text += buffer.prefix(count)
                return
            }
            watch.value?.close()
            close(source)
            waitpid(process, nil, 0)
            finished(String(decoding: text, as: UTF8.self))
        }
        watch.value?.start(.readable)
    }
}

import EventLoop
import Glibc
import LoopTesting
import Synchronization
import Testing

@Suite struct SocketFileTests {
    private let scratch = ScratchFolder()
    private var path: String { self.scratch.file("control.sock") }

    private static func listener(
        on loop: Loop,
        _ path: String,
        group: String? = nil
    ) throws(LoopError) -> StreamListener {
        try StreamListener(on: loop, at: .file(path: path, group: group)) { _ in }
    }

    private static func mode(_ path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// Leaves a socket file behind that nobody listens at.
    private static func leaveStale(_ path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let code = withUnsafePointer(to: address) {
            bind(
                descriptor,
                UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_un>.size)
            )
        }
        close(descriptor)
        #expect(code == 0)
    }

    @Test func `the file is for its owner only, and goes when the listener closes`() throws {
        try RunningLoop.standing { loop in
            defer { self.scratch.remove() }
            let listener = try Self.listener(on: loop, self.path)
            #expect(Self.mode(self.path) == 0o600)
            #expect(listener.port == 0)
            listener.close()
            #expect(Self.mode(self.path) == nil)
        }
    }

    @Test func `with a group the file is for both`() throws {
        try RunningLoop.standing { loop in
            defer { self.scratch.remove() }
            let listener = try Self.listener(on: loop, self.path, group: "\(getgid())")
            #expect(Self.mode(self.path) == 0o660)
            listener.close()
        }
    }

    @Test func `a group that doesn't exist is refused before anything is made`() throws {
        try RunningLoop.standing { loop in
            defer { self.scratch.remove() }
            #expect(throws: LoopError.unknownGroup(name: "no such group")) {
                try Self.listener(on: loop, self.path, group: "no such group")
            }
            #expect(Self.mode(self.path) == nil)
        }
    }

    @Test func `a stale file is replaced`() throws {
        try RunningLoop.standing { loop in
            defer { self.scratch.remove() }
            Self.leaveStale(self.path)
            let listener = try Self.listener(on: loop, self.path)
            #expect(Self.mode(self.path) == 0o600)
            listener.close()
        }
    }

    @Test func `a live socket is refused and left alone`() throws {
        try RunningLoop.standing { loop in
            defer { self.scratch.remove() }
            let first = try Self.listener(on: loop, self.path)
            #expect(throws: LoopError.socketInUse(path: self.path)) {
                try Self.listener(on: loop, self.path)
            }
            #expect(Self.mode(self.path) == 0o600)
            first.close()
        }
    }

    @Test func `a file that is no socket is refused and left alone`() throws {
        try RunningLoop.standing { loop in
            defer { self.scratch.remove() }
            close(open(self.path, O_CREAT | O_WRONLY, 0o644))
            #expect(throws: LoopError.notASocket(path: self.path)) {
                try Self.listener(on: loop, self.path)
            }
            #expect(Self.mode(self.path) != nil)
        }
    }

    @Test func `a file that another has put in our place stays`() throws {
        try RunningLoop.standing { loop in
            defer { self.scratch.remove() }
            let listener = try Self.listener(on: loop, self.path)
            unlink(self.path)
            close(open(self.path, O_CREAT | O_WRONLY, 0o644))
            listener.close()
            #expect(Self.mode(self.path) == 0o644)
        }
    }

    @Test func `the loop's end removes the file too`() throws {
        defer { self.scratch.remove() }
        let path = self.path
        try RunningLoop.run { loop, done in
            do {
                _ = try Self.listener(on: loop, path)
            } catch {
                Issue.record(error)
            }
            done()
        }
        #expect(Self.mode(path) == nil)
    }

    @Test func `of many that start at one stale file exactly one gets it`() throws {
        defer { self.scratch.remove() }
        let path = self.path
        for _ in 0..<40 {
            Self.leaveStale(path)
            let winners = Mutex(0)
            let loops = Mutex([Loop]())
            let threads = (0..<8).map { _ in
                TestThread {
                    do {
                        let loop = try Loop()
                        loops.withLock { $0.append(loop) }
                        _ = try Self.listener(on: loop, path)
                        winners.withLock { $0 += 1 }
                    } catch {
                        #expect(error as? LoopError == .socketInUse(path: path))
                    }
                }
            }
            for thread in threads { thread.join() }
            #expect(winners.withLock { $0 } == 1)
            for loop in loops.withLock({ $0 }) {
                loop.stop()
                loop.run()
            }
            #expect(Self.mode(path) == nil, "The winner's file was not removed at its loop's end.")
        }
    }

    @Test func `the peer's credentials are the kernel's`() throws {
        defer { self.scratch.remove() }
        let credentials = Box<PeerCredentials?>(nil)
        let path = self.path
        try RunningLoop.run { loop, done in
            StreamPair.make(on: loop, path: path) { pair in
                credentials.value = pair.server.peerCredentials
                #expect(pair.server.remoteAddress == nil)
                done()
            }
        }
        let expected = PeerCredentials(user: getuid(), group: getgid(), process: getpid())
        #expect(credentials.value == expected)
    }

    @Test func `out of descriptors a listener pauses, then takes everybody`() async {
        await #expect(processExitsWith: .success) {
            try SocketFileTests.exhaustDescriptors()
        }
    }

    /// Thirty clients come while there are descriptors for ten of them; then the limit is lifted.
    private static func exhaustDescriptors() throws {
        let accepted = Box(0)
        try RunningLoop.run { loop, done in
            guard
                let listener = try? StreamListener(
                    on: loop,
                    at: .address(.loopback(port: 0)),
                    accepted: { _ in
                        accepted.value += 1
                        if accepted.value == 30 { done() }
                    }
                )
            else { return }
            let next = dup(0)
            close(next)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var low = limit
            low.rlim_cur = rlim_t(next) + 40
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &low)
            for _ in 0..<30 {
                Stream.connect(to: .loopback(port: listener.port), on: loop) { _ in }
            }
            let timer = Box<LoopTimer?>(nil)
            timer.value = LoopTimer(on: loop) {
                guard listener.pauses > 0 else {
                    timer.value?.arm(after: .milliseconds(1))
                    return
                }
                #expect(listener.lastFault?.name == "EMFILE")
                #expect(accepted.value < 30)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            }
            timer.value?.arm(after: .milliseconds(1))
        }
        #expect(accepted.value == 30)
    }
}

import Commands
import Control
import Glibc
import LoopTesting
import Testing

/// How a route's file gets to the daemon.
@Suite struct RouteUploadTests {
    /// A daemon that takes uploads, and what it got.
    private static func daemon(_ received: Watched<[UInt8]>) throws -> FakeDaemon {
        let daemon = try FakeDaemon([.rideStart: .success(["message": "You ride."])])
        daemon.set(.rideUpload) { call in
            do {
                let text = try call.text("data")
                let upload = try call.optionalInteger("upload")
                guard text.utf8.count <= 49_152 else {
                    return .failure(.init(message: "Too long."))
                }
                let bytes = try Base64.bytes(of: text, bytesMaximum: 36_864)
                let isFirst = received.value.isEmpty
                guard upload == (isFirst ? nil : 5) else {
                    return .failure(.init(message: "Whose?"))
                }
                received.change { $0 += bytes }
                return .success(["upload": 5, "bytes": .int(Int64(received.value.count))])
            } catch {
                return .failure(.init(message: "\(error)"))
            }
        }
        return daemon
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }

    @Test(arguments: [(1, 1), (36_864, 1), (36_865, 2), (100_000, 3)])
    func `a file goes in pieces, and the ride starts with it`(size: Int, pieces: Int) throws {
        let received = Watched<[UInt8]>([])
        let daemon = try Self.daemon(received)
        defer { daemon.stop() }
        let file = "\(daemon.folder)/loop.gpx"
        Self.write(Self.bytes(size), to: file)
        let run = Run([
            "ride", "start", "--route", file, "--speed", "36", "--socket", daemon.path,
        ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "You ride.\n")
        #expect(received.value == Self.bytes(size))
        #expect(daemon.calls.count == pieces + 1)
        #expect(daemon.calls.last == #"ride.start {"speed":10.0,"upload":5}"#)
    }

    @Test func `a bad piece ends it with the daemon's sentence, and nothing starts`() throws {
        let daemon = try FakeDaemon([
            .rideUpload: .failure(.init(message: "Line 3: “lat” is 91."))
        ])
        defer { daemon.stop() }
        let file = "\(daemon.folder)/bad.gpx"
        Self.write(Self.bytes(100_000), to: file)
        let run = Run(["ride", "start", "--route", file, "--socket", daemon.path])
        #expect(run.status == 1)
        #expect(run.errors == "Line 3: “lat” is 91.\n")
        #expect(run.output == "")
        #expect(daemon.calls.count == 1)
    }

    @Test func `what can't be read is one sentence, and the daemon hears of none`() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let empty = "\(daemon.folder)/empty.gpx"
        Self.write([], to: empty)
        let cases = [
            ("\(daemon.folder)/none.gpx", "can't be read: no such file"),
            (daemon.folder, "is a folder, and not a file"), (empty, "is empty, and no route"),
        ]
        for (path, part) in cases {
            let run = Run(["ride", "start", "--route", path, "--socket", daemon.path])
            #expect(run.status == 1)
            #expect(run.errors.hasPrefix("\(path) \(part)"), "\(run.errors)")
            #expect(run.errors.count { $0 == "\n" } == 1)
        }
        #expect(daemon.calls == [])
    }

    @Test func `without a daemon it ends with 69`() throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        Self.write([1], to: folder.file("a.gpx"))
        let run = Run([
            "ride", "start", "--route", folder.file("a.gpx"), "--socket", folder.file("none"),
        ])
        #expect(run.status == 69)
        #expect(run.errors.hasPrefix("No Paceline daemon answers at"))
    }

    @Test func `a large file shows on a terminal how far it is, and leaves no trace`() throws {
        let received = Watched<[UInt8]>([])
        let daemon = try Self.daemon(received)
        defer { daemon.stop() }
        let file = "\(daemon.folder)/l.gpx"
        var surroundings = Console.Surroundings()
        surroundings.isOutputTerminal = true
        let words = ["ride", "start", "--route", file, "--socket", daemon.path]
        Self.write(Self.bytes(1_048_576), to: file)
        #expect(Run(words, surroundings: surroundings).output == "You ride.\n")
        received.change { $0 = [] }
        Self.write(Self.bytes(1_200_000), to: file)
        let shown = Run(words, surroundings: surroundings).output
        #expect(shown.contains("\rSending \(file): 0.0 MiB, 3 %\u{1B}[K\r"))
        #expect(shown.contains("\rSending \(file): 1.1 MiB, 100 %\u{1B}[K\r"))
        #expect(shown.hasSuffix("\r\u{1B}[KYou ride.\n"))
        received.change { $0 = [] }
        #expect(Run(words + ["--json"], surroundings: surroundings).output.hasPrefix("{"))
    }

    @Test func `the built program takes a route from standard input`() throws {
        let received = Watched<[UInt8]>([])
        let daemon = try Self.daemon(received)
        defer { daemon.stop() }
        let folder = CommandLine.arguments[0].split(separator: "/").dropLast().map { "/\($0)" }
        let bin = getenv("PACELINE_BIN").map { String(cString: $0) } ?? folder.joined()
        let script = """
            head -c 50000 /dev/zero | "$0"/paceline ride start --route - --socket "$1" >/dev/null
            """
        #expect(try ChildProcess.run(["bash", "-c", script, bin, daemon.path]) == 0)
        #expect(received.value == [UInt8](repeating: 0, count: 50_000))
    }
}

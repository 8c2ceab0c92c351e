import Commands
import Control
import Glibc
import LoopTesting
import Testing

@Suite struct IdentityTests {
    private static let pem = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"

    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test func `an export is its owner's alone, and overwrites only when told to`() throws {
        let daemon = try FakeDaemon([.identityExport: .success(["pem": .string(Self.pem)])])
        defer { daemon.stop() }
        let file = "\(daemon.folder)/key.pem"
        defer { unlink(file) }
        let words = ["identity", "export", file, "--socket", daemon.path]
        let first = Run(words)
        #expect(first.status == 0, "\(first.errors)")
        #expect(Self.mode(file) == 0o600)
        chmod(file, 0o644)
        let second = Run(words)
        #expect(second.status == 1)
        #expect(second.errors == "\(file) exists; --force replaces it.\n")
        #expect(Self.mode(file) == 0o644)
        #expect(Run(words + ["--force"]).status == 0)
        #expect(Self.mode(file) == 0o600)
        #expect(Run(["identity", "export", "--socket", daemon.path]).output == Self.pem)
        let nowhere = Run(["identity", "export", "/nonexistent/x", "--socket", daemon.path])
        #expect(nowhere.status == 1)
        #expect(nowhere.errors.contains("/nonexistent/x can't be written: no such file"))
        let listing = try ChildProcess.run(
            ["sh", "-c", "test \"$(ls -A '\(daemon.folder)' | wc -l)\" = 2"]
        )
        #expect(listing == 0, "Something is left beside the export.")
        let imported = Run(["identity", "import", file, "--socket", daemon.path])
        #expect(imported.status == 0)
        #expect(daemon.calls.last?.contains("BEGIN PRIVATE KEY") == true)
    }

    @Test func `what is no identity is not sent`() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        for (file, part) in [
            ("/dev/null", "no identity"), ("/nonexistent", "can't be read"),
            ("/dev/zero", "more than 65536 bytes"), ("/tmp", "can't be read"),
        ] {
            let run = Run(["identity", "import", file, "--socket", daemon.path])
            #expect(run.status == 1)
            #expect(run.errors.contains(part), "\(run.errors)")
        }
        #expect(daemon.calls.isEmpty)
    }
}

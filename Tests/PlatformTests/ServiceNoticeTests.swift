import FolderTesting
import Foundation
import Platform
import Testing

/// The environment is the whole process's: one at a time.
@Suite(.serialized) struct ServiceNoticeTests {
    private func withNotifySocket<Result>(
        _ value: String?,
        _ body: () throws -> Result
    ) rethrows -> Result {
        if let value { setenv("NOTIFY_SOCKET", value, 1) } else { unsetenv("NOTIFY_SOCKET") }
        defer { unsetenv("NOTIFY_SOCKET") }
        return try body()
    }

    @Test func `without a supervisor nothing is said, and that is well`() {
        #expect(self.withNotifySocket(nil) { ServiceNotice.send("READY=1") })
        #expect(self.withNotifySocket("") { ServiceNotice.send("READY=1") })
    }

    @Test func `a supervisor's socket hears the lines`() throws {
        let folder = try TemporaryFolder()
        let supervisor = try DatagramSocket(named: folder["notify"])
        #expect(self.withNotifySocket(folder["notify"]) { ServiceNotice.send("READY=1\nSTATUS=é") })
        #expect(supervisor.receive() == "READY=1\nSTATUS=é")
    }

    @Test func `an abstract name is a socket without a file`() throws {
        let name = "paceline-test-\(UUID())"
        let supervisor = try DatagramSocket(named: "\0\(name)")
        #expect(self.withNotifySocket("@\(name)") { ServiceNotice.send("STOPPING=1") })
        #expect(supervisor.receive() == "STOPPING=1")
    }

    @Test func `a socket that nobody has is told of, and no more`() throws {
        let folder = try TemporaryFolder()
        for name in [folder["none"], "@none-\(UUID())", folder[String(repeating: "x", count: 200)]]
        {
            #expect(!self.withNotifySocket(name) { ServiceNotice.send("READY=1") })
        }
    }
}

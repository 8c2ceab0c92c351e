import FolderTesting
import Foundation
import Testing

/// `scripts/install`, into a folder of the test's own.
@Suite struct InstallTests {
    @Test func `what is installed runs, what is uninstalled is gone, and nothing else`()
        async throws
    {
        let folder = try TemporaryFolder()
        let prefix = folder.path
        try folder.put("", at: "other")

        let done = try await self.install(["--prefix", prefix])
        #expect(done.status == 0, "\(done.errors)")
        let unit = try String(
            contentsOfFile: "\(prefix)/lib/systemd/user/paceline.service",
            encoding: .utf8
        )
        #expect(unit.contains("\nType=notify\nExecStart=\(prefix)/bin/pacelined\n"))
        for program in ["pacelined", "paceline"] {
            let version = try await RigProcess.output(
                of: "\(prefix)/bin/\(program)",
                ["--version"]
            )
            #expect(version.status == 0)
            #expect(version.output.hasPrefix("\(program) "))
        }
        let page = try String(
            contentsOfFile: "\(prefix)/share/man/man1/paceline.1",
            encoding: .utf8
        )
        #expect(page.hasPrefix(".TH "))
        #expect(try self.files(in: prefix).count == 8)  // Seven of ours, and the other.

        #expect(try await self.install(["--prefix", prefix, "--uninstall"]).status == 0)
        #expect(try self.files(in: prefix) == ["other"])
    }

    @Test func `a prefix that systemd would misread is refused`() async throws {
        for prefix in ["relative", "/with space", "/per%cent", "/dollar$", ""] {
            let refused = try await self.install(["--prefix", prefix])
            #expect(refused.status == 1)
            #expect(refused.errors.contains("--prefix wants"), "\(refused.errors)")
        }
        #expect(try await self.install(["--frobnicate"]).status == 64)
    }

    private func install(_ arguments: [String]) async throws -> RigOutput {
        let folder = URL(fileURLWithPath: try LAN.program("paceline")).deletingLastPathComponent()
        return try await RigProcess.output(
            of: "/usr/bin/env",
            ["PACELINE_BIN=\(folder.path)", "\(LAN.repository)/scripts/install"] + arguments
        )
    }

    private func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder)
            return !isFolder.boolValue
        }
    }
}

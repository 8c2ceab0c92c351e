import FolderTesting
import Foundation
import Platform
import Testing

@Suite struct FolderLockTests {
    @Test func `a folder is held by one, and free again at the end`() throws {
        let folder = try TemporaryFolder()
        func hold() throws {
            let lock = try FolderLock(folder.path)
            #expect(throws: PlatformError.locked(path: folder.path)) {
                _ = try FolderLock(folder.path)
            }
            _ = consume lock
        }
        try hold()
        try hold()
    }

    @Test func `a killed holder holds nothing`() async throws {
        let folder = try TemporaryFolder()
        try folder.put("", at: "lock")
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        holder.arguments = [
            "--no-fork", "--exclusive", folder["lock"], "sh", "-c",
            "echo held; exec tail -f /dev/null",
        ]
        let said = Pipe()
        holder.standardOutput = said
        try holder.run()
        defer { if holder.isRunning { kill(holder.processIdentifier, SIGKILL) } }
        #expect(said.fileHandleForReading.availableData == Data("held\n".utf8))
        #expect(throws: PlatformError.locked(path: folder.path)) {
            _ = try FolderLock(folder.path)
        }
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        _ = try FolderLock(folder.path)
    }

    @Test func `a folder that is not there can't be held`() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: PlatformError.self) { _ = try FolderLock(folder["none"]) }
        #expect(error?.description.contains("No such file or directory") == true)
    }
}

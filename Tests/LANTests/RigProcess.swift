import Foundation

/// A process outside or on a host, whose output is collected in files.
///
/// Files and not pipes: a pipe that nobody reads stops its writer. The process is ended, and its
/// files are removed, when this is no longer referenced.
final class RigProcess: Sendable {
    private let process: Process
    private let folder: String

    /// Starts it; `arguments` are without the name of the program.
    init(_ executable: String, _ arguments: [String]) throws {
        let handles: [FileHandle]
        (self.process, self.folder, handles) = try Self.prepared(executable, arguments)
        try self.process.run()
        for handle in handles { try handle.close() }
    }

    deinit {
        self.signal(SIGKILL)
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    /// Runs a program to its end, which not even a cancelled task cuts short.
    static func output(of executable: String, _ arguments: [String]) async throws -> RigOutput {
        let (process, folder, handles) = try Self.prepared(executable, arguments)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                ended.resume(throwing: error)
            }
        }
        for handle in handles { try handle.close() }
        return RigOutput(
            status: process.terminationStatus,
            output: Self.text("\(folder)/output"),
            errors: Self.text("\(folder)/errors")
        )
    }

    /// Whether a process lives; one that nobody has reaped yet does not.
    static func lives(_ process: Int32) -> Bool {
        // The state follows the name, which stands in parentheses and may hold any of them.
        let status = Self.text("/proc/\(process)/stat")
        guard let name = status.lastIndex(of: ")") else { return false }
        return !status[name...].hasPrefix(") Z") && !status[name...].hasPrefix(") X")
    }

    /// What the kernel says of a process's memory, in KiB: `VmRSS` for now, `VmHWM` for ever.
    static func memoryKiB(of process: Int32, _ field: String) throws -> Int {
        let lines = Self.text("/proc/\(process)/status").split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("\(field):") }),
            let amount = Int(line.filter(\.isNumber))
        else { throw RigError.failed("Reading \(field) of process \(process)", "It has ended.") }
        return amount
    }

    var processIdentifier: Int32 { self.process.processIdentifier }

    /// What it has written to its standard output until now.
    var output: String { Self.text("\(self.folder)/output") }

    /// What it has written to its standard error until now.
    var errors: String { Self.text("\(self.folder)/errors") }

    var isRunning: Bool { self.process.isRunning }

    /// The exit status, or the number of the signal; nil while it runs.
    var status: Int32? { self.process.isRunning ? nil : self.process.terminationStatus }

    /// Sends it a signal.
    ///
    /// `scripts/lan exec` passes on all but SIGKILL and SIGSTOP to its command; its own death by
    /// SIGKILL is its command's too. To stop a command, signal one of ``LAN/processes(on:named:)``.
    func signal(_ number: Int32) {
        if self.process.isRunning {
            kill(self.process.processIdentifier, number)
        }
    }

    /// Waits until its output, errors included, holds a text.
    func waitForOutput(containing text: String) async throws {
        try await eventually("“\(text)” in the output") {
            let alive = self.isRunning
            let said = self.output + self.errors
            if said.contains(text) { return true }
            guard alive else { throw RigError.failed("It ended without “\(text)” and", said) }
            return false
        }
    }

    /// Waits for its end; returns the exit status.
    @discardableResult
    func waitForExit() async throws -> Int32 {
        try await eventually("the end of a process") { !self.isRunning }
        return self.process.terminationStatus
    }

    /// Waits for its end where nothing can be awaited.
    func waitSynchronously() {
        self.process.waitUntilExit()
    }

    /// A process to run, its folder, and what this process must close once that runs.
    ///
    /// Foundation keeps every `Process` that has run, with its handles: left open they would be
    /// more, in a long test, than it can deal with.
    private static func prepared(
        _ executable: String,
        _ arguments: [String]
    ) throws -> (Process, String, [FileHandle]) {
        let folder = FileManager.default.temporaryDirectory.path + "/paceline-rig-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false
        )
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        let handles = [try Self.file("\(folder)/output"), try Self.file("\(folder)/errors")]
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        return (process, folder, handles)
    }

    private static func file(_ path: String) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}

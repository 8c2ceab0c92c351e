import EventLoop
import Glibc

/// Files that the companion reads and writes for its user.
enum LocalFile {
    /// 64 KiB: what a request holds; an identity has a few hundred bytes.
    private static let bytesMaximum = 65_536
    private static let privateMode: mode_t = 0o600

    /// The text of a file, or of standard input for `-`.
    static func text(of path: String) throws(CommandFailure) -> String {
        if path == "-" { return try self.text(from: STDIN_FILENO, called: "Standard input") }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw self.failure(path, "can't be read") }
        defer { close(descriptor) }
        return try self.text(from: descriptor, called: path)
    }

    private static func text(
        from descriptor: Int32,
        called name: String
    ) throws(CommandFailure) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = unsafe read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw self.failure(name, "can't be read") }
            if count == 0 { break }
            bytes += chunk.prefix(count)
            guard bytes.count <= self.bytesMaximum else {
                throw .refused("\(name) has more than \(self.bytesMaximum) bytes.")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .refused("\(name) is not text in UTF-8.")
        }
        return text
    }

    /// Writes a file that its owner alone can read.
    ///
    /// It appears whole or not at all, under a name that was free unless `isReplacing`.
    static func writePrivately(
        _ text: String,
        to path: String,
        isReplacing: Bool
    ) throws(CommandFailure) {
        let temporary = "\(path).\(getpid())~"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(temporary, flags, self.privateMode)
        guard descriptor >= 0 else { throw self.failure(path, "can't be written") }
        let isWritten = self.writeAll([UInt8](text.utf8), to: descriptor)
        let failure = isWritten ? nil : self.failure(path, "can't be written")
        close(descriptor)
        defer { unsafe unlink(temporary) }
        if let failure { throw failure }
        if isReplacing {
            guard unsafe rename(temporary, path) == 0 else {
                throw self.failure(path, "can't be replaced")
            }
        } else if unsafe link(temporary, path) != 0 {
            guard errno != EEXIST else {
                throw .refused("\(path) exists; --force replaces it.")
            }
            throw self.failure(path, "can't be written")
        }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { lent in
                unsafe write(descriptor, lent.baseAddress, lent.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return fsync(descriptor) == 0
    }

    private static func failure(_ path: String, _ what: String) -> CommandFailure {
        .refused("\(path) \(what): \(SystemFault(number: errno)).")
    }
}

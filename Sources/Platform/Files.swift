import Glibc

/// Whole small files, read and written at once.
public enum Files {
    /// The bytes of a file; `nil` when there is none.
    ///
    /// One of more than `accepted` bytes is an error, and so is what is no plain file.
    public static func read(_ path: String, atMost accepted: Int) throws(PlatformError) -> [UInt8]?
    {
        guard var reader = try FileReader.open(path) else { return nil }
        return try self.contents(of: &reader, atMost: accepted)
    }

    /// The bytes of a file that nobody but its owner may read; `nil` when there is none.
    ///
    /// It must lie at the path itself: a link that leads elsewhere is an error.
    public static func readSecret(
        _ path: String,
        atMost accepted: Int
    ) throws(PlatformError) -> [UInt8]? {
        guard var reader = try FileReader.open(path, O_NOFOLLOW) else { return nil }
        let status = reader.status
        guard status.st_mode & 0o077 == 0 else {
            throw .exposed(path: path, mode: status.st_mode & 0o7777)
        }
        guard status.st_uid == geteuid() else {
            throw .foreign(path: path, owner: status.st_uid, expected: geteuid())
        }
        return try self.contents(of: &reader, atMost: accepted)
    }

    private static func contents(
        of reader: inout FileReader,
        atMost accepted: Int
    ) throws(PlatformError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let chunk = try reader.next(atMost: 16_384)
            if chunk.isEmpty { return bytes }
            guard bytes.count + chunk.count <= accepted else {
                throw .tooLong(path: reader.path, accepted: accepted)
            }
            bytes += chunk
        }
    }

    /// Puts a file in place whole or not at all: written beside it, synced, renamed.
    ///
    /// `mode` are its permission bits, whatever the umask says.
    public static func write(
        _ bytes: [UInt8],
        to path: String,
        mode: UInt32 = 0o600
    ) throws(PlatformError) {
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .current("Writing \(path)", "open") }
        do throws(PlatformError) {
            defer { close(descriptor) }
            try self.writeAll(bytes, to: descriptor, path)
            guard fchmod(descriptor, mode) == 0 else { throw .current("Writing \(path)", "fchmod") }
            guard fsync(descriptor) == 0 else { throw .current("Writing \(path)", "fsync") }
        } catch {
            unlink(draft)
            throw error
        }
        guard Glibc.rename(draft, path) == 0 else {
            let error = PlatformError.current("Writing \(path)", "rename")
            unlink(draft)
            throw error
        }
    }

    private static func writeAll(
        _ bytes: [UInt8],
        to descriptor: Int32,
        _ path: String
    ) throws(PlatformError) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .current("Writing \(path)", "write") }
            start += count
        }
    }

    /// Makes a folder and those above it; one that is there is left as it is.
    public static func makeFolder(_ path: String, mode: UInt32 = 0o700) throws(PlatformError) {
        var current = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            current += "/\(part)"
            if mkdir(current, mode) == 0 || errno == EEXIST { continue }
            throw .current("Making the folder \(current)", "mkdir")
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .current("Using the folder \(path)", "stat") }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: path) }
        guard access(path, W_OK | X_OK) == 0 else {
            throw .current("Using the folder \(path)", "access")
        }
    }
}

extension PlatformError {
    /// The error that the last call of this thread left in errno.
    static func current(_ what: String, _ function: String) -> PlatformError {
        let number = errno
        return .failed(
            what: what,
            function: function,
            number: number,
            message: String(cString: strerror(number))
        )
    }
}

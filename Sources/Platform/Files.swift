import Glibc

/// Whole small files, read and written at once.
public enum Files {
    /// The bytes of a file; `nil` when there is none.
    ///
    /// One of more than `accepted` bytes is an error, and so is what is no plain file.
    public static func read(_ path: String, atMost accepted: Int) throws(PlatformError) -> [UInt8]?
    {
        guard let descriptor = try self.openedForReading(path) else { return nil }
        defer { close(descriptor) }
        _ = try self.status(of: descriptor, path)
        return try self.contents(of: descriptor, path, atMost: accepted)
    }

    /// The bytes of a file that nobody but its owner may read; `nil` when there is none.
    ///
    /// It must lie at the path itself: a link that leads elsewhere is an error.
    public static func readSecret(
        _ path: String,
        atMost accepted: Int
    ) throws(PlatformError) -> [UInt8]? {
        guard let descriptor = try self.openedForReading(path, O_NOFOLLOW) else { return nil }
        defer { close(descriptor) }
        // Asked of the open file, so that nobody can swap it in between.
        let status = try self.status(of: descriptor, path)
        guard status.st_mode & 0o077 == 0 else {
            throw .exposed(path: path, mode: status.st_mode & 0o7777)
        }
        guard status.st_uid == geteuid() else {
            throw .foreign(path: path, owner: status.st_uid, expected: geteuid())
        }
        return try self.contents(of: descriptor, path, atMost: accepted)
    }

    /// Opens a file without ever waiting, as a pipe with no writer would make us.
    private static func openedForReading(
        _ path: String,
        _ more: Int32 = 0
    ) throws(PlatformError) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | more)
        guard descriptor < 0 else { return descriptor }
        switch errno {
        case ENOENT: return nil
        case ELOOP where more & O_NOFOLLOW != 0: throw .notAFile(path: path, found: "a link")
        case ENXIO: throw .notAFile(path: path, found: "a socket or a pipe")
        default: throw .current("Reading \(path)", "open")
        }
    }

    private static func status(of descriptor: Int32, _ path: String) throws(PlatformError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .current("Reading \(path)", "fstat") }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return status
        case S_IFDIR: throw .notAFile(path: path, found: "a folder")
        case S_IFIFO: throw .notAFile(path: path, found: "a pipe")
        default: throw .notAFile(path: path, found: "a device")
        }
    }

    private static func contents(
        of descriptor: Int32,
        _ path: String,
        atMost accepted: Int
    ) throws(PlatformError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .current("Reading \(path)", "read") }
            if count == 0 { return bytes }
            guard bytes.count + count <= accepted else {
                throw .tooLong(path: path, accepted: accepted)
            }
            bytes += chunk[..<count]
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

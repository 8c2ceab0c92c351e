import Glibc

/// A plain file that is read from front to back, a piece at a time.
public struct FileReader: ~Copyable {
    /// As the caller named it.
    public let path: String
    /// What the system says of the open file, which nobody can swap for another any more.
    let status: stat
    /// Owned.
    private let descriptor: Int32

    private init(path: String, status: stat, owning descriptor: Int32) {
        self.path = path
        self.status = status
        self.descriptor = descriptor
    }

    deinit { close(self.descriptor) }

    /// Opens a file; `nil` when there is none.
    ///
    /// What is no plain file is an error. It never waits, as a pipe with no writer would make us.
    /// Corresponds to `open`.
    public static func open(_ path: String) throws(PlatformError) -> FileReader? {
        try self.open(path, 0)
    }

    /// Opens a file with more flags than that it is for reading.
    static func open(_ path: String, _ more: Int32) throws(PlatformError) -> FileReader? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | more)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ELOOP where more & O_NOFOLLOW != 0: throw .notAFile(path: path, found: "a link")
            case ENXIO: throw .notAFile(path: path, found: "a socket or a pipe")
            default: throw .current("Reading \(path)", "open")
            }
        }
        do throws(PlatformError) {
            let status = try self.status(of: descriptor, path)
            return FileReader(path: path, status: status, owning: descriptor)
        } catch {
            close(descriptor)
            throw error
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

    /// The bytes that come next, at most so many and at least one; none at the end of the file.
    ///
    /// Corresponds to `read`.
    public mutating func next(atMost maximum: Int) throws(PlatformError) -> [UInt8] {
        var failure: PlatformError?
        let (descriptor, path) = (self.descriptor, self.path)
        let bytes = [UInt8](unsafeUninitializedCapacity: maximum) { buffer, filled in
            repeat {
                let count = read(descriptor, buffer.baseAddress, maximum)
                if count < 0, errno == EINTR { continue }
                if count < 0 { failure = .current("Reading \(path)", "read") }
                filled = max(0, count)
                return
            } while true
        }
        if let failure { throw failure }
        return bytes
    }
}

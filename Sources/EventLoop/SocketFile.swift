import CUV
import Glibc

/// The file by which a Unix socket is found, and what makes it ours.
struct SocketFile {
    /// `sun_path` has 108 bytes, the last of which is the zero.
    static let pathBytesMaximum = 107
    /// A dozen tries: each loses only to another process that starts in the same instant.
    private static let triesMaximum = 12
    /// Claiming takes a millisecond: who holds the folder's lock for 2 s does something else.
    private static let lockTriesMaximum = 200
    private static let lockPause: UInt32 = 10_000  // microseconds

    let path: String
    private let device: UInt
    private let inode: UInt

    /// Refuses what the kernel, or libuv by cutting it off, would take for something else.
    static func check(_ path: String) throws(LoopError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .pathUnusable(path: path) }
        guard path.utf8.count <= self.pathBytesMaximum else {
            throw .pathTooLong(
                path: path,
                bytes: path.utf8.count,
                maximum: self.pathBytesMaximum
            )
        }
    }

    /// Gives a listening socket, bound at `temporary`, its real name.
    ///
    /// The link is made atomically and only where nothing is, so that two daemons that start at
    /// once can't take each other's, and whoever finds the file finds a listener behind it. A file
    /// that nobody answers at is put aside, asked once more, and removed; one at a time does that
    /// in a folder, or a third could take the place of a live one that a second has put aside.
    init(claiming path: String, from temporary: String) throws(LoopError) {
        let lock = Self.lockFolder(of: path)
        defer { if let lock { Glibc.close(lock) } }
        for _ in 0..<Self.triesMaximum {
            if link(temporary, path) == 0 {
                unlink(temporary)
                var status = stat()
                lstat(path, &status)
                self.path = path
                self.device = UInt(status.st_dev)
                self.inode = UInt(status.st_ino)
                return
            }
            guard errno == EEXIST else {
                throw .system(doing: "making the socket \(path)", fault: SystemFault(number: errno))
            }
            try Self.removeIfDead(path, aside: temporary + "~")
        }
        throw .socketInUse(path: path)
    }

    /// Removes the file if it is still the one that was made.
    func remove() {
        var status = stat()
        guard lstat(self.path, &status) == 0, UInt(status.st_dev) == self.device,
            UInt(status.st_ino) == self.inode
        else { return }
        unlink(self.path)
    }

    /// Waits for the lock of the folder that the path is in; closing the descriptor gives it back.
    ///
    /// `nil` where it can't be had: in a folder of everybody's anybody may hold it for ever.
    private static func lockFolder(of path: String) -> Int32? {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        for _ in 0..<Self.lockTriesMaximum {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(Self.lockPause)
        }
        Glibc.close(descriptor)
        return nil
    }

    private static func removeIfDead(_ path: String, aside: String) throws(LoopError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        guard try !self.isAnswered(path) else { throw .socketInUse(path: path) }
        guard rename(path, aside) == 0 else { return }
        if try self.isAnswered(aside) {
            // Another daemon put its own there since we asked. It gets it back.
            link(aside, path)
            unlink(aside)
            throw .socketInUse(path: path)
        }
        unlink(aside)
    }

    /// Whether a process listens there.
    private static func isAnswered(_ path: String) throws(LoopError) -> Bool {
        let descriptor = try ListeningSocket.make(family: AF_UNIX)
        defer { Glibc.close(descriptor) }
        let code = ListeningSocket.withUnixAddress(path) { connect(descriptor, $0, $1) }
        if code == 0 { return true }
        switch errno {
        case ECONNREFUSED, ENOENT: return false
        case EAGAIN, EINPROGRESS: return true
        default:
            throw .system(doing: "asking who is at \(path)", fault: SystemFault(number: errno))
        }
    }
}

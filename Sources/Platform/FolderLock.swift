import Glibc

/// Holds a folder for one process, until it is released or the process ends.
///
/// A lock of the kernel's: one that a killed process left behind is none.
public struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock of a folder.
    ///
    /// Corresponds to `flock` on a file named `lock` within.
    public init(_ folder: String) throws(PlatformError) {
        let path = "\(folder)/lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .current("Opening \(path)", "open") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            let error = PlatformError.current("Locking \(path)", "flock")
            close(descriptor)
            throw isHeld ? .locked(path: folder) : error
        }
        self.descriptor = descriptor
    }

    deinit { close(self.descriptor) }
}

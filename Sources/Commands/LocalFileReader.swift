import EventLoop
import Glibc

/// A file, or standard input, that is read from front to back, a piece at a time.
final class LocalFileReader {
    /// As a sentence names it.
    let name: String
    /// Its bytes, where that is known before they are read.
    let bytes: Int?
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens the file at a path, or takes standard input for `-`.
    init(_ path: String) throws(CommandFailure) {
        let isInput = path == "-"
        self.name = isInput ? "Standard input" : path
        self.isOwned = !isInput
        self.descriptor = isInput ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard self.descriptor >= 0, unsafe fstat(self.descriptor, &status) == 0 else {
            self.bytes = nil
            throw .refused("\(self.name) can't be read: \(SystemFault(number: errno)).")
        }
        self.bytes = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw .refused("\(self.name) is a folder, and not a file.")
        }
    }

    deinit {
        if self.isOwned, self.descriptor >= 0 { close(self.descriptor) }
    }

    /// The bytes that come next, `count` unless the file ends before; none at its end.
    func next(_ count: Int) throws(CommandFailure) -> [UInt8] {
        var piece: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: count)
        while piece.count < count {
            let got = unsafe read(self.descriptor, &chunk, count - piece.count)
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else {
                throw .refused("\(self.name) can't be read: \(SystemFault(number: errno)).")
            }
            if got == 0 { break }
            piece += chunk.prefix(got)
        }
        return piece
    }
}

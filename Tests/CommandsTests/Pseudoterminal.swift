import Glibc

/// Both ends of a pseudoterminal (pty(7)), and what a terminal would show.
final class Pseudoterminal {
    /// `TIOCSPTLCK` and `TIOCGPTN` of asm-generic/ioctls.h, which the importer can't read.
    private static let unlock: UInt = 0x4004_5431
    private static let number: UInt = 0x8004_5430
    /// `TCGETS` of the same.
    private static let settings: UInt = 0x5401

    private let outer: Int32
    /// The program's end.
    let inner: Int32
    private(set) var screen = TinyScreen()

    init() {
        self.outer = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var zero: Int32 = 0
        var number: Int32 = 0
        _ = ioctl(self.outer, Self.unlock, &zero)
        _ = ioctl(self.outer, Self.number, &number)
        self.inner = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    }

    deinit {
        close(self.inner)
        close(self.outer)
    }

    /// Says how large the window is; the program hears of it by a signal only.
    func resize(columns: UInt16, rows: UInt16) {
        // A `winsize`, whose other half counts pixels.
        var size = [rows, columns, 0, 0]
        _ = ioctl(self.outer, UInt(TIOCSWINSZ), &size)
    }

    /// Whether keys come one by one, without being echoed.
    var isRaw: Bool {
        // The kernel's `termios`, whose fourth word are the local flags; with room to spare.
        var settings = [UInt32](repeating: 0, count: 64)
        guard ioctl(self.inner, Self.settings, &settings) == 0 else { return false }
        return settings[3] & UInt32(ICANON | ECHO) == 0
    }

    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(self.outer, $0.baseAddress, $0.count) }
    }

    /// Reads what the program shows until `condition` holds of the screen; false after 30 s.
    func wait(until condition: (TinyScreen) -> Bool) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while !condition(self.screen) {
            var wanted = pollfd(fd: self.outer, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 30_000) > 0 else { return false }
            let count = read(self.outer, &chunk, chunk.count)
            guard count > 0 else { return false }
            self.screen.show(chunk.prefix(count))
        }
        return true
    }
}

import Glibc

/// A terminal whose keys come one by one, without being echoed (termios(3)).
///
/// Whoever enters must leave, on every way out.
public final class Terminal {
    /// 80 by 24: what a terminal has that doesn't say.
    private static let columnsAssumed = 80
    private static let rowsAssumed = 24

    private let descriptor: Int32
    private var saved = termios()
    private var isRaw = false

    /// Borrows the descriptor.
    public init(borrowing descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Takes over the keys; false if this is no terminal.
    public func enter() -> Bool {
        guard !self.isRaw else { return true }
        guard tcgetattr(self.descriptor, &self.saved) == 0 else { return false }
        var raw = self.saved
        cfmakeraw(&raw)
        // A newline in what is shown still begins a row.
        raw.c_oflag = self.saved.c_oflag
        guard tcsetattr(self.descriptor, TCSADRAIN, &raw) == 0 else { return false }
        self.isRaw = true
        return true
    }

    /// Gives the terminal back as it was.
    public func leave() {
        guard self.isRaw else { return }
        self.isRaw = false
        tcsetattr(self.descriptor, TCSADRAIN, &self.saved)
    }

    /// Stops this process as Ctrl-Z does, with the terminal given back meanwhile.
    public func suspend() {
        self.leave()
        raise(SIGTSTP)
        _ = self.enter()
    }

    /// How many columns it has now.
    public var columns: Int {
        let columns = Int(self.size.ws_col)
        return columns > 0 ? columns : Self.columnsAssumed
    }

    /// How many rows it has now.
    public var rows: Int {
        let rows = Int(self.size.ws_row)
        return rows > 0 ? rows : Self.rowsAssumed
    }

    /// All zero where there is no terminal.
    private var size: winsize {
        var size = winsize()
        return ioctl(self.descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : winsize()
    }
}

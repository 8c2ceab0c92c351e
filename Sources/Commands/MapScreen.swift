import EventLoop
import Terminals

/// A terminal whose whole screen a picture fills, while its own lines wait behind it.
///
/// Loop-confined. Whoever opens it must close it, on every way out.
final class MapScreen {
    /// What came in.
    enum Event {
        case key(Key)
        /// The terminal has gone.
        case ended
        /// Nobody reads what is shown.
        case failed(CommandFailure)
    }

    /// The other screen, no cursor, and no wrapping, should a terminal think a character wider.
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
    private static let leaving = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private let console: Console
    private let terminal: Terminal
    private var source: InputSource?
    private let handler: (Event) -> Void
    private var decoder = KeyDecoder()
    private var shown: [String] = []

    init(
        on loop: Loop,
        console: Console,
        handler: @escaping (Event) -> Void
    ) throws(CommandFailure) {
        self.console = console
        self.handler = handler
        self.terminal = Terminal(borrowing: console.surroundings.inputDescriptor)
        guard self.terminal.enter() else {
            throw .fault("The terminal's keys can't be taken over.")
        }
        do throws(CommandFailure) {
            try console.write(Self.entering)
        } catch {
            self.terminal.leave()
            throw error
        }
        self.source = InputSource(
            on: loop,
            borrowing: console.surroundings.inputDescriptor,
            received: { self.received($0) },
            ended: { self.handler(.ended) }
        )
        self.source?.resume()
    }

    /// The terminal's size in characters.
    var size: (columns: Int, rows: Int) { (self.terminal.columns, self.terminal.rows) }

    /// Gives everything back as it was.
    func close() {
        guard self.source != nil else { return }
        self.source?.close()
        self.source = nil
        do throws(CommandFailure) {
            try self.console.write(Self.leaving)
        } catch {
            // Nobody reads it, so nobody sees what is left there.
        }
        self.terminal.leave()
    }

    /// Shows rows that are as wide as the terminal; those that have not changed are not sent.
    func draw(_ rows: [String]) {
        var text = ""
        for (index, row) in rows.enumerated() {
            guard index >= self.shown.count || self.shown[index] != row else { continue }
            text += "\u{1B}[\(index + 1);1H\(row)"
        }
        self.shown = rows
        if !text.isEmpty { self.write(text) }
    }

    /// Forgets what is shown, so that everything is sent anew.
    func clear() {
        self.shown = []
        self.write("\u{1B}[2J")
    }

    /// Stops this process as Ctrl-Z does, with the terminal given back meanwhile.
    func suspend() {
        self.write(Self.leaving)
        self.terminal.suspend()
        self.shown = []
        self.write(Self.entering)
    }

    private func write(_ text: String) {
        guard self.source != nil else { return }
        do throws(CommandFailure) {
            try self.console.write(text)
        } catch {
            self.handler(.failed(error))
        }
    }

    private func received(_ bytes: [UInt8]) {
        for key in self.decoder.keys(of: bytes) where self.source != nil {
            self.handler(.key(key))
        }
    }
}

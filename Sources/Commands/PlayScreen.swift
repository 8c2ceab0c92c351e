import Control
import EventLoop
import Terminals

/// The place where somebody plays: a prompt with an editor, or plain lines in and out.
///
/// Loop-confined.
final class PlayScreen {
    /// What came in.
    enum Event {
        case line(String)
        /// Ctrl-C with nothing typed.
        case interrupted
        /// Ctrl-D, or the end of the input.
        case ended
        /// Nobody reads what is shown.
        case failed(CommandFailure)
    }

    private let console: Console
    private let terminal: Terminal?
    private var source: InputSource?
    private let handler: (Event) -> Void
    private var decoder = KeyDecoder()
    private var editor = LineEditor()
    private var splitter = LineSplitter(lineBytesMaximum: LineEditor.charactersMaximum * 4)
    private var prompt = ""
    private var hasEnded = false

    /// Whether there is a prompt; else lines are taken one at a time, by `nextLine`.
    var isInteractive: Bool { self.terminal != nil }

    init(on loop: Loop, console: Console, handler: @escaping (Event) -> Void) {
        self.console = console
        self.handler = handler
        let surroundings = console.surroundings
        let isTerminal = surroundings.isInputTerminal && surroundings.hasScreen
        let terminal = isTerminal ? Terminal(borrowing: surroundings.inputDescriptor) : nil
        self.terminal = terminal?.enter() == true ? terminal : nil
        self.source = InputSource(
            on: loop,
            borrowing: surroundings.inputDescriptor,
            received: { self.received($0) },
            ended: { self.inputEnded() }
        )
        if self.isInteractive { self.source?.resume() }
    }

    /// Gives everything back as it was.
    func close() {
        guard self.source != nil else { return }
        if self.isInteractive { self.write("\r\u{1B}[J") }
        self.source?.close()
        self.source = nil
        self.terminal?.leave()
    }

    // MARK: Showing

    /// Shows lines above the one being typed.
    func show(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let text = lines.map { Printable.text($0) + "\n" }.joined()
        self.write(self.isInteractive ? "\r\u{1B}[J\(text)\(self.drawing)" : text)
    }

    /// Shows lines that are safe already, and may have colours.
    func show(styled lines: [String]) {
        let text = lines.map { $0 + "\n" }.joined()
        self.write(self.isInteractive ? "\r\u{1B}[J\(text)\(self.drawing)" : text)
    }

    /// Shows why something was not done.
    func complain(_ sentence: String) {
        if self.isInteractive {
            self.show([sentence])
        } else {
            self.console.warn(sentence)
        }
    }

    /// Changes the prompt, and leaves what is being typed.
    func setPrompt(_ prompt: String) {
        guard self.isInteractive, prompt != self.prompt else { return }
        self.prompt = prompt
        self.redraw()
    }

    /// Draws the line anew, after the window has changed.
    func redraw() {
        guard self.isInteractive else { return }
        self.write(self.drawing)
    }

    private var drawing: String {
        let columns = self.terminal?.columns ?? 0
        return PromptLine(prompt: self.prompt, editor: self.editor, columns: columns).drawing
    }

    private func write(_ text: String) {
        do {
            try self.console.write(text)
        } catch {
            self.handler(.failed(error))
        }
    }

    // MARK: Reading

    private func received(_ bytes: [UInt8]) {
        guard self.isInteractive else {
            self.source?.pause()
            self.splitter.append(bytes)
            return self.nextLine()
        }
        for key in self.decoder.keys(of: bytes) where self.source != nil {
            if let event = self.editor.press(key) { self.pressed(event) }
        }
        if self.source != nil { self.redraw() }
    }

    private func pressed(_ event: LineEditor.Event) {
        switch event {
        case .submitted(let line):
            let drawn = PromptLine(
                prompt: self.prompt,
                editor: LineEditor(showing: line),
                columns: self.terminal?.columns ?? 0
            )
            self.write("\r\(drawn.text)\u{1B}[J\n")
            self.handler(.line(line))
        case .interrupted(let hadText):
            self.write("\n")
            if !hadText { self.handler(.interrupted) }
        case .ended:
            self.handler(.ended)
        case .suspended:
            self.write("\r\u{1B}[J")
            self.terminal?.suspend()
        case .redrawn:
            self.write("\u{1B}[H\u{1B}[2J")
        }
    }

    private func inputEnded() {
        self.hasEnded = true
        guard !self.isInteractive else { return self.handler(.ended) }
        self.splitter.append([0x0A])
        self.nextLine()
    }

    /// Takes one more line, when there is no prompt and the last line has been dealt with.
    func nextLine() {
        guard !self.isInteractive else { return }
        switch self.splitter.next() {
        case .line(let line): self.handler(.line(String(decoding: line, as: UTF8.self)))
        case .tooLong: self.handler(.line("a line that is too long"))
        case nil:
            if self.hasEnded {
                self.handler(.ended)
            } else {
                self.source?.resume()
            }
        }
    }
}

import Glibc

/// The standard streams of a program that says little: help, a version, one error.
public enum Console {
    /// Opens `/dev/null` for whichever of the three standard streams is closed.
    ///
    /// To be called before anything else is opened: the next file, a socket or a private key, would
    /// otherwise get the number of a closed stream, and every log line would be written into it.
    public static func fillGaps() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is taken, and those below are in use by now.
            _ = open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
        }
    }

    /// Writes a text to stdout, as it is.
    public static func output(_ text: String) {
        self.write(text, to: 1)
    }

    /// Writes one line to stderr.
    ///
    /// What could move a cursor is shown as `\u{1b}` is, and a sentence that quotes something
    /// endless is cut.
    public static func error(_ sentence: String) {
        self.write(self.line(sentence) + "\n", to: 2)
    }

    /// Scalars of a sentence that are shown: a few lines of a terminal.
    static let sentenceMaximum = 1_000

    static func line(_ sentence: String) -> String {
        var line = ""
        for scalar in sentence.unicodeScalars.prefix(self.sentenceMaximum) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                line += scalar.escaped(asASCII: true)
            default: line.unicodeScalars.append(scalar)
            }
        }
        return sentence.unicodeScalars.count > self.sentenceMaximum ? line + "…" : line
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }  // Nobody reads; there is nobody to tell.
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the process.
    public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }
}

import Glibc

/// The standard streams of a program that says little: help, a version, one error.
public enum Console {
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
    package static let sentenceMaximum = 1_000

    /// What `error` shows of a sentence.
    package static func line(_ sentence: String) -> String {
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

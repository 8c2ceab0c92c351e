import Glibc

/// The standard streams of a program that says little: help, a version, one error.
public enum Console {
    /// Writes a text to stdout, as it is.
    public static func output(_ text: String) {
        self.write(text, to: 1)
    }

    /// Writes one line to stderr.
    public static func error(_ sentence: String) {
        self.write(sentence + "\n", to: 2)
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

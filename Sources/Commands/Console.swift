import Control

/// Where a command says what it has to say.
public final class Console {
    /// What the surroundings of the process allow.
    public struct Surroundings: Sendable {
        /// What is read; standard input.
        public var inputDescriptor: Int32 = 0
        public var isInputTerminal = false
        public var isOutputTerminal = false
        /// Whether the terminal has no cursor that can be moved: it would show the orders as text.
        public var isDumb = false
        /// Whether colours are shown: on a terminal, without `NO_COLOR`.
        public var hasColours = false
        /// Whether a window can be opened.
        public var hasDisplay = false
        /// How large a picture is that no terminal says the size for, in characters.
        public var columns = 80
        public var rows = 24

        public init() {}

        /// Whether what was written can be written over.
        var hasScreen: Bool { self.isOutputTerminal && !self.isDumb }
    }

    /// What became of some bytes.
    public enum Outcome: Equatable, Sendable {
        case written
        /// Nobody reads them.
        case closed
        /// The system's reason.
        case failed(String)
    }

    let surroundings: Surroundings
    private let output: ([UInt8]) -> Outcome
    private let errors: ([UInt8]) -> Void
    private let clock: () -> Int64
    private let offset: (Int64) -> Int64

    /// Writes to `output` and `errors`.
    ///
    /// `clock` tells the wall time in seconds since 1970, and `offset` by how many seconds the
    /// local time is ahead of UTC at such a time.
    public init(
        surroundings: Surroundings,
        output: @escaping ([UInt8]) -> Outcome,
        errors: @escaping ([UInt8]) -> Void,
        clock: @escaping () -> Int64,
        offset: @escaping (Int64) -> Int64 = { _ in 0 }
    ) {
        self.surroundings = surroundings
        self.output = output
        self.errors = errors
        self.clock = clock
        self.offset = offset
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    var wallSeconds: Int64 { self.clock() }

    /// The local time of day, as `09:06:51`, at so many seconds since 1970.
    func localClock(at seconds: Int64) -> String {
        Timestamp.clock(seconds: seconds + self.offset(seconds))
    }

    // MARK: Standard output

    /// Writes text as it is.
    func write(_ text: String) throws(CommandFailure) {
        switch self.output([UInt8](text.utf8)) {
        case .written: break
        case .closed: throw .outputClosed
        case .failed(let reason): throw .fault("Standard output can't be written: \(reason).")
        }
    }

    /// Writes lines that are safe for a terminal already.
    func write(lines: [String]) throws(CommandFailure) {
        guard !lines.isEmpty else { return }
        try self.write(lines.joined(separator: "\n") + "\n")
    }

    /// Writes one sentence, with whatever could move the cursor escaped.
    func say(_ sentence: String) throws(CommandFailure) {
        try self.write(Printable.text(sentence) + "\n")
    }

    /// Writes one JSON document on a line.
    func show(_ document: JSONValue) throws(CommandFailure) {
        try self.write(JSONWriter.text(of: document) + "\n")
    }

    // MARK: Standard error

    /// Writes one sentence that warns or tells of an error.
    func warn(_ sentence: String) {
        self.errors([UInt8]((Printable.text(sentence) + "\n").utf8))
    }
}

/// Cuts a stream of bytes into lines that end in a newline, and bounds what one may cost.
///
/// Pure. Bytes go in by `append`, lines come out by `next`; what a caller doesn't take stays here,
/// so a caller that stops appending holds at most one line and one append. An over-long line comes
/// out once, as `tooLong`, as soon as it is known to be; the rest of it is skipped. Empty lines are
/// nothing.
public struct LineSplitter: Equatable, Sendable {
    /// What comes out.
    public enum Piece: Equatable, Sendable {
        /// A line without its newline; not yet known to be text.
        case line([UInt8])
        /// A line of more than the maximum, whatever it held.
        case tooLong
    }

    /// How many bytes a line may have, its newline not counted.
    public let lineBytesMaximum: Int
    private var buffer: [UInt8] = []
    /// Where the first line that wasn't taken begins.
    private var start = 0
    /// No newline lies between `start` and here.
    private var searched = 0
    private var isSkipping = false

    public init(lineBytesMaximum: Int) {
        self.lineBytesMaximum = lineBytesMaximum
    }

    /// How many bytes wait here.
    public var heldBytes: Int {
        self.buffer.count - self.start
    }

    /// Takes the next bytes of the stream.
    public mutating func append(_ bytes: [UInt8]) {
        if self.start > 0 {
            self.buffer.removeFirst(self.start)
            self.searched -= self.start
            self.start = 0
        }
        self.buffer.append(contentsOf: bytes)
    }

    /// The next line, or `nil` until more bytes come.
    public mutating func next() -> Piece? {
        while true {
            guard let end = self.buffer[self.searched...].firstIndex(of: 0x0A) else {
                self.searched = self.buffer.count
                return self.unfinished()
            }
            let line = self.start..<end
            self.start = end + 1
            self.searched = self.start
            if self.isSkipping {
                self.isSkipping = false
                continue
            }
            if line.isEmpty { continue }
            return line.count > self.lineBytesMaximum ? .tooLong : .line([UInt8](self.buffer[line]))
        }
    }

    /// Drops what is being skipped, or what has become too long without an end.
    private mutating func unfinished() -> Piece? {
        let isTooLong = !self.isSkipping && self.heldBytes > self.lineBytesMaximum
        if isTooLong { self.isSkipping = true }
        if self.isSkipping {
            self.buffer = []
            self.start = 0
            self.searched = 0
        }
        return isTooLong ? .tooLong : nil
    }
}

/// Cuts a stream of bytes into lines that end in a newline, and bounds what one may cost.
///
/// Bytes go in by `append`, lines come out of `next`. A line that is too long comes out once, as
/// `tooLong`, as soon as it is known to be; the rest of it is skipped. Empty lines are nothing, and
/// what has no newline is no line: gpsd may have been cut off in the middle of a number.
struct LineCutter: Equatable, Sendable {
    /// What comes out.
    enum Piece: Equatable, Sendable {
        /// A line without its CR LF or LF; not yet known to be text.
        case line([UInt8])
        /// A line of more than the maximum, whatever it held.
        case tooLong
    }

    /// 10,240: gpsd's own limit for an answer, at which it cuts what is longer (gpsd_json(5)).
    static let lineBytesMaximum = 10_240

    private var held: [UInt8] = []
    /// Where the first line that wasn't taken begins.
    private var start = 0
    /// No newline lies between `start` and here.
    private var searched = 0
    private var isSkipping = false

    /// How many bytes wait here.
    var heldBytes: Int { self.held.count - self.start }

    /// Takes the next bytes of the stream.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        self.held.removeFirst(self.start)
        self.searched -= self.start
        self.start = 0
        self.held.append(contentsOf: bytes)
    }

    /// The next line, or `nil` until more bytes come.
    mutating func next() -> Piece? {
        while let end = self.held[self.searched...].firstIndex(of: UInt8(ascii: "\n")) {
            var line = self.held[self.start..<end]
            self.start = end + 1
            self.searched = self.start
            if self.isSkipping {
                self.isSkipping = false
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty { continue }
            return line.count > Self.lineBytesMaximum ? .tooLong : .line(Array(line))
        }
        self.searched = self.held.count
        // One more than the maximum may still be the CR.
        let isTooLong = !self.isSkipping && self.heldBytes > Self.lineBytesMaximum + 1
        if isTooLong { self.isSkipping = true }
        if self.isSkipping {
            self.held = []
            self.start = 0
            self.searched = 0
        }
        return isTooLong ? .tooLong : nil
    }
}

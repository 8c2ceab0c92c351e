import Markup
public import Routes
import XML

/// The way of a GPX file's bytes through parser, reader and collector, a piece at a time.
///
/// It holds what is kept of the file, as `GPXLimits` has it, and one piece.
public struct GPXIntake: ~Copyable {
    private var parser = XMLParser()
    private var reader: GPXReader
    private var collector: GPXCollector

    public init(limits: GPXLimits = GPXLimits()) {
        self.reader = GPXReader(limits: limits)
        self.collector = GPXCollector(limits: limits)
    }

    /// Takes the file's next bytes; throws an `XMLError` or a `GPXError`.
    public mutating func take(_ bytes: [UInt8]) throws {
        self.parser.append(bytes)
        try self.drain()
    }

    /// Takes the file's end, and gives what was read.
    public consuming func finish() throws -> (document: GPXDocument, tally: GPXTally) {
        self.parser.finish()
        try self.drain()
        return self.collector.finish()
    }

    private mutating func drain() throws {
        while let event = try self.parser.next() {
            for item in try self.reader.take(event) {
                try self.collector.take(item, line: event.line)
            }
        }
    }
}

import CExpat
public import Markup

/// Reads an XML 1.0 document with namespaces, however its bytes arrive.
///
/// Bytes go in with `append(_:)`, events come out of `next()`: what they are, and whether there is
/// an error, depends on the document alone and never on how it was cut; only expat's phrase for
/// one may differ. Nothing is fetched, no document type is read, and memory stays bounded by
/// `XMLLimits` and by what was appended. Encodings are UTF-8, UTF-16, ISO-8859-1 and US-ASCII; any
/// other is an error. An error is final: later calls throw it again.
public struct XMLParser: ~Copyable {
    private enum Input {
        /// More bytes may come.
        case open
        /// All bytes are appended; the rest of them is to be parsed, and the end told.
        case ending
        /// expat has seen the end.
        case ended
    }

    /// How many bytes expat gets at once: what limits the events that wait, and the repeated work
    /// that a long tag makes (expat 2.5 starts it over with each piece).
    private static let sliceBytes = 16_384

    /// Owned, and freed before `collector` goes, to which it keeps an unretained pointer.
    private let expat: OpaquePointer
    private let collector: XMLEventCollector
    private let limits: XMLLimits
    private var input = Input.open
    private var pending: [UInt8] = []
    /// Where in `pending` the first byte lies that expat has not got.
    private var offset = 0
    private var parsedBytes = 0
    private var failure: XMLError?

    /// Corresponds to `XML_ParserCreateNS`.
    public init(limits: XMLLimits = XMLLimits()) {
        guard let expat = XML_ParserCreateNS(nil, XMLEventCollector.separator) else {
            preconditionFailure("expat had no memory for a parser.")
        }
        self.expat = expat
        self.collector = XMLEventCollector(expat, limits)
        self.limits = limits
        self.collector.attach()
    }

    deinit { XML_ParserFree(self.expat) }

    /// Adds bytes of the document, which are parsed as `next()` asks for events.
    public mutating func append(_ bytes: some Collection<UInt8>) {
        guard case .open = self.input else {
            preconditionFailure("\(bytes.count) bytes came after finish(), in \(self.input).")
        }
        if self.offset == self.pending.count {
            self.pending.removeAll(keepingCapacity: true)
            self.offset = 0
        }
        self.pending.append(contentsOf: bytes)
    }

    /// Says that the document ends with the bytes that were appended.
    ///
    /// The second time it does nothing.
    public mutating func finish() {
        if case .open = self.input { self.input = .ending }
    }

    /// The next event; `nil` when more bytes are needed for one, or when the document has ended.
    ///
    /// What comes before an error is given first, so that the error that is reported is the first.
    public mutating func next() throws(XMLError) -> MarkupEvent? {
        while true {
            if let event = self.collector.next() { return event }
            if let failure { throw failure }
            switch self.input {
            case .open where self.offset == self.pending.count, .ended: return nil
            case .open, .ending: self.parseSlice()
            }
        }
    }

    /// Gives expat one slice more, or the end.
    ///
    /// Corresponds to `XML_Parse`.
    private mutating func parseSlice() {
        let end = min(self.offset + Self.sliceBytes, self.pending.count)
        let (offset, expat) = (self.offset, self.expat)
        var isFinal = false
        if case .ending = self.input { isFinal = end == self.pending.count }
        guard self.parsedBytes + (end - offset) <= self.limits.documentBytesMaximum else {
            return self.fail(.documentTooLong(accepted: self.limits.documentBytesMaximum))
        }
        let status = self.pending.withUnsafeBytes { bytes in
            XML_Parse(
                expat,
                UnsafeRawBufferPointer(rebasing: bytes[offset..<end]).baseAddress?
                    .assumingMemoryBound(to: CChar.self),
                Int32(end - offset),
                isFinal ? 1 : 0
            )
        }
        self.parsedBytes += end - offset
        self.offset = end
        if isFinal { self.input = .ended }
        if let refusal = self.collector.refusal {
            self.fail(refusal)
        } else if status != XML_STATUS_OK {
            self.fail(self.currentError)
        } else if self.unfinishedBytes > self.limits.tokenBytesMaximum {
            let line = Int(XML_GetCurrentLineNumber(self.expat))
            self.fail(.tokenTooLong(line: line, accepted: self.limits.tokenBytesMaximum))
        }
    }

    /// How many of the bytes that expat got belong to a tag or comment that isn't complete.
    ///
    /// Corresponds to `XML_GetCurrentByteIndex`, which is −1 until a first token is complete.
    private var unfinishedBytes: Int {
        self.parsedBytes - max(0, Int(XML_GetCurrentByteIndex(self.expat)))
    }

    private var currentError: XMLError {
        let code = XML_GetErrorCode(self.expat)
        return .malformed(
            line: Int(XML_GetCurrentLineNumber(self.expat)),
            reason: XML_ErrorString(code).map { String(cString: $0) } ?? "an unknown error",
            number: code.rawValue
        )
    }

    private mutating func fail(_ error: XMLError) {
        self.failure = error
        self.pending = []
        self.offset = 0
        self.input = .ended
    }
}

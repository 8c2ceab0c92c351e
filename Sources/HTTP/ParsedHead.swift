import CHTTPParser

/// What http-parser makes of a head.
///
/// The parser gets one whole head at a time, so nothing of it outlives the call.
struct ParsedHead {
    var method = ""
    var major = 0
    var minor = 0
    var target: String { String(decoding: self.targetBytes, as: UTF8.self) }
    var headers = HTTPHeaders()
    var isKeptAlive = false

    private var targetBytes: [UInt8] = []
    private var name: [UInt8] = []
    private var value: [UInt8] = []
    /// Whether the last bytes were a value's: the next name's bytes begin a new field.
    private var isInValue = false
    private var isComplete = false
    private var isText = true

    /// Reads a head that ends with its empty line, and whose bytes ``HeadGuard`` has seen.
    static func parse(_ head: ArraySlice<UInt8>) throws(HTTPRefusal) -> ParsedHead {
        var parsed = ParsedHead()
        var parser = http_parser()
        http_parser_init(&parser, HTTP_REQUEST)
        let fault = withUnsafeMutablePointer(to: &parsed) { context in
            parser.data = UnsafeMutableRawPointer(context)
            var settings = self.settings
            _ = head.withUnsafeBytes { bytes in
                http_parser_execute(
                    &parser,
                    &settings,
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                    bytes.count
                )
            }
            parser.data = nil
            return http_errno(rawValue: UInt32(parser.http_errno))
        }
        if fault == HPE_INVALID_METHOD { throw RequestHead.oddMethod }
        guard fault == HPE_OK, parsed.isComplete else {
            throw HTTPRefusal(.badRequest, "This is no HTTP request: \(self.text(of: fault)).")
        }
        guard parsed.isText else {
            throw HTTPRefusal(.badRequest, "A header field is not text in UTF-8.")
        }
        parsed.method = String(cString: http_method_str(http_method(parser.method)))
        parsed.major = Int(parser.http_major)
        parsed.minor = Int(parser.http_minor)
        return parsed
    }

    private static func text(of fault: http_errno) -> String {
        fault == HPE_OK ? "its head ends early" : String(cString: http_errno_description(fault))
    }

    // MARK: What the parser calls

    private static var settings: http_parser_settings {
        var settings = http_parser_settings()
        http_parser_settings_init(&settings)
        settings.on_url = { parser, at, count in
            ParsedHead.change(parser) { $0.targetBytes += ParsedHead.bytes(at, count) }
        }
        settings.on_header_field = { parser, at, count in
            ParsedHead.change(parser) { $0.takeName(ParsedHead.bytes(at, count)) }
        }
        settings.on_header_value = { parser, at, count in
            ParsedHead.change(parser) { $0.takeValue(ParsedHead.bytes(at, count)) }
        }
        settings.on_headers_complete = { parser in
            _ = ParsedHead.change(parser) {
                $0.complete(isKeptAlive: http_should_keep_alive(parser) != 0)
            }
            return 1  // The body is not the parser's business.
        }
        return settings
    }

    private static func change(
        _ parser: UnsafeMutablePointer<http_parser>?,
        _ body: (inout ParsedHead) -> Void
    ) -> Int32 {
        guard let context = parser?.pointee.data else { return 1 }
        body(&context.assumingMemoryBound(to: ParsedHead.self).pointee)
        return 0
    }

    private static func bytes(_ at: UnsafePointer<CChar>?, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: at, count: count)
    }

    private mutating func takeName(_ bytes: UnsafeRawBufferPointer) {
        if self.isInValue { self.endField() }
        self.name += bytes
    }

    private mutating func takeValue(_ bytes: UnsafeRawBufferPointer) {
        self.isInValue = true
        self.value += bytes
    }

    private mutating func endField() {
        if let name = String(validating: self.name, as: UTF8.self),
            let value = String(validating: self.value, as: UTF8.self)
        {
            self.headers.append(name, Self.trimmed(value))
        } else {
            self.isText = false
        }
        self.name = []
        self.value = []
        self.isInValue = false
    }

    private mutating func complete(isKeptAlive: Bool) {
        if !self.name.isEmpty { self.endField() }
        self.isKeptAlive = isKeptAlive
        self.isComplete = true
    }

    private static func trimmed(_ value: String) -> String {
        var value = value[...]
        while let first = value.first, first == " " || first == "\t" { value.removeFirst() }
        while let last = value.last, last == " " || last == "\t" { value.removeLast() }
        return String(value)
    }
}

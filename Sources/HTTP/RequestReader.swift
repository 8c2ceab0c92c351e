/// Cuts the bytes of a connection into requests, and bounds what one may cost.
///
/// A value: bytes go in by `append`, requests come out by `next`. What a caller doesn't take stays
/// here, so one that stops appending holds at most one request and one append.
struct RequestReader: Equatable {
    /// How far the request is that comes next.
    enum Stage: Equatable {
        /// Nothing of it has come.
        case nothing
        case head
        case body
    }

    private enum State: Equatable {
        /// No end of a head lies before the index.
        case head(searched: Int)
        case body(RequestHead)
    }

    private static let headEnd: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]

    private var buffer: [UInt8] = []
    private var state = State.head(searched: 0)

    var stage: Stage {
        switch self.state {
        case .head: self.buffer.isEmpty ? .nothing : .head
        case .body: .body
        }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        self.buffer += bytes
    }

    /// The next request, or `nil` until more bytes come.
    ///
    /// After it has thrown, nothing on this connection can be trusted.
    mutating func next() throws(HTTPRefusal) -> HTTPRequest? {
        if case .head(let searched) = self.state {
            guard let head = try self.takeHead(from: searched) else { return nil }
            self.state = .body(head)
        }
        guard case .body(let head) = self.state, self.buffer.count >= head.bodyBytes else {
            return nil
        }
        let body = [UInt8](self.buffer[..<head.bodyBytes])
        self.buffer.removeFirst(head.bodyBytes)
        self.state = .head(searched: 0)
        return HTTPRequest(
            method: head.method,
            target: head.target,
            headers: head.headers,
            body: body,
            isPersistent: head.isPersistent
        )
    }

    private mutating func takeHead(from searched: Int) throws(HTTPRefusal) -> RequestHead? {
        // An empty line before a request was once common, and is skipped (RFC 9112 §2.2).
        if searched == 0, self.buffer.starts(with: Self.headEnd[..<2]) {
            self.buffer.removeFirst(2)
        }
        let window = self.buffer.prefix(HTTPLimits.headBytesMaximum)
        guard let end = Self.end(of: window, from: max(0, searched - Self.headEnd.count + 1)) else {
            guard self.buffer.count <= HTTPLimits.headBytesMaximum else {
                throw HTTPRefusal(
                    .headTooLarge,
                    "A head has at most \(HTTPLimits.headBytesMaximum) bytes here."
                )
            }
            self.state = .head(searched: self.buffer.count)
            return nil
        }
        let head = try RequestHead(self.buffer[..<end])
        self.buffer.removeFirst(end)
        return head
    }

    /// The index behind the first empty line.
    private static func end(of bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var index = start
        while index + self.headEnd.count <= bytes.endIndex {
            if bytes[index...].starts(with: self.headEnd) { return index + self.headEnd.count }
            index += 1
        }
        return nil
    }
}

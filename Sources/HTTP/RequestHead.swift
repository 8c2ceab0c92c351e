/// A request without its body, checked as far as a head can be.
struct RequestHead: Equatable {
    let method: HTTPMethod
    let target: HTTPTarget
    let headers: HTTPHeaders
    let bodyBytes: Int
    let isPersistent: Bool

    /// Reads a head that ends with its empty line.
    init(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) {
        try HeadGuard.check(bytes)
        let parsed = try ParsedHead.parse(bytes)
        guard parsed.major == 1 else {
            throw HTTPRefusal(.versionNotSupported, "This server speaks HTTP/1.1.")
        }
        guard let method = HTTPMethod(rawValue: parsed.method) else { throw Self.oddMethod }
        self.method = method
        self.target = try HTTPTarget(parsed.target)
        self.headers = parsed.headers
        guard parsed.headers.single("host") != nil else {
            throw HTTPRefusal(.badRequest, "A request must have exactly one Host field.")
        }
        guard parsed.headers.values("expect").isEmpty else {
            throw HTTPRefusal(.expectationFailed, "Send the body without an Expect field.")
        }
        self.bodyBytes = try Self.bodyBytes(method, parsed.headers)
        // HTTP/1.0 knows of more than one request a connection by hearsay only.
        self.isPersistent = parsed.minor == 1 && parsed.isKeptAlive
    }

    static let oddMethod = HTTPRefusal(
        .methodNotAllowed,
        "Only \(HTTPMethod.allCases.map(\.rawValue).joined(separator: ", ")) are served."
    )

    private static func bodyBytes(
        _ method: HTTPMethod,
        _ headers: HTTPHeaders
    ) throws(HTTPRefusal) -> Int {
        let lengths = headers.values("content-length")
        guard headers.values("transfer-encoding").isEmpty else {
            // Both together are how a request is smuggled past somebody else (RFC 9112 §6.1).
            guard lengths.isEmpty else {
                throw HTTPRefusal(
                    .badRequest,
                    "Content-Length and Transfer-Encoding exclude each other."
                )
            }
            throw HTTPRefusal(.lengthRequired, "Send a Content-Length; chunks are not taken.")
        }
        guard lengths.count <= 1 else {
            throw HTTPRefusal(.badRequest, "A request must not have two Content-Length fields.")
        }
        guard let text = lengths.first else {
            guard method == .post else { return 0 }
            throw HTTPRefusal(.lengthRequired, "A POST must have a Content-Length.")
        }
        guard (1...19).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text)
        else { throw HTTPRefusal(.badRequest, "A Content-Length is a number of bytes.") }
        guard method == .post || count == 0 else {
            throw HTTPRefusal(.badRequest, "A \(method.rawValue) has no body here.")
        }
        guard count <= HTTPLimits.bodyBytesMaximum else {
            throw HTTPRefusal(
                .contentTooLarge,
                "A body has at most \(HTTPLimits.bodyBytesMaximum) bytes here, not \(count)."
            )
        }
        return count
    }
}

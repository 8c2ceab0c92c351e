/// An answer: a status, fields, and a body whose length is known.
public struct HTTPResponse: Equatable, Sendable {
    public let status: HTTPStatus
    public private(set) var headers: HTTPHeaders
    public let body: [UInt8]

    public init(
        _ status: HTTPStatus,
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.status = status
        self.headers = HTTPHeaders(headers)
        self.body = body
    }

    /// One sentence as plain text, never kept by a cache.
    public init(_ refusal: HTTPRefusal) {
        self.init(
            refusal.status,
            headers: [
                ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
            ],
            body: Array("\(refusal.sentence)\n".utf8)
        )
        // What these two must say besides (RFC 9110 §15.5.2, §15.5.6).
        if refusal.status == .methodNotAllowed {
            let allowed = refusal.allowed.map(\.rawValue).joined(separator: ", ")
            self.headers.append("Allow", allowed)
        } else if refusal.status == .unauthorized {
            self.headers.append("WWW-Authenticate", "Bearer")
        }
    }

    /// The bytes for the wire.
    ///
    /// A HEAD is answered without the body; `common` are fields that the server puts into every
    /// answer; the connection stays if `isPersistent`.
    func bytes(to method: HTTPMethod, with common: HTTPHeaders, isPersistent: Bool) -> [UInt8] {
        var bytes = Self.head(self.status, [common, self.headers], isPersistent: isPersistent)
        if !self.status.isBare { bytes += Array("content-length: \(self.body.count)\r\n".utf8) }
        bytes += [0x0D, 0x0A]
        if method != .head, !self.status.isBare { bytes += self.body }
        return bytes
    }

    /// A head up to its last field, without the empty line.
    static func head(
        _ status: HTTPStatus,
        _ headers: [HTTPHeaders],
        isPersistent: Bool
    ) -> [UInt8] {
        var text = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
        for field in headers.flatMap(\.fields) { text += "\(field.name): \(field.value)\r\n" }
        if !isPersistent { text += "connection: close\r\n" }
        return Array(text.utf8)
    }
}

/// One request, complete and known to be well formed.
public struct HTTPRequest: Equatable, Sendable {
    public let method: HTTPMethod
    public let target: HTTPTarget
    public let headers: HTTPHeaders
    /// Empty unless it is a POST.
    public let body: [UInt8]
    /// Whether the client wants to ask more on this connection.
    public let isPersistent: Bool

    public init(
        method: HTTPMethod,
        target: HTTPTarget,
        headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8] = [],
        isPersistent: Bool = true
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.isPersistent = isPersistent
    }
}

/// One request and the answer that it is owed, once, at any time.
///
/// Loop-confined. An answer to a client that has gone goes nowhere.
public final class HTTPExchange {
    public let request: HTTPRequest
    private weak var connection: HTTPConnection?

    init(_ request: HTTPRequest, on connection: HTTPConnection) {
        self.request = request
        self.connection = connection
    }

    public func answer(_ response: HTTPResponse) {
        self.connection?.answer(response)
        self.connection = nil
    }

    public func refuse(_ refusal: HTTPRefusal) {
        self.answer(HTTPResponse(refusal))
    }

    /// Answers with a stream of events; `nil` when the client has gone.
    ///
    /// `ended` is called once when the stream is over, perhaps from inside one of its methods.
    public func stream(
        ended: @escaping (HTTPEventStream, HTTPEventStream.End) -> Void
    ) -> HTTPEventStream? {
        defer { self.connection = nil }
        return self.connection?.stream(ended: ended)
    }
}

/// Why something that came is no request that is taken, and how that is answered.
public struct HTTPRefusal: Error, Equatable, Sendable {
    public let status: HTTPStatus
    /// One sentence for whoever sent it.
    public let sentence: String
    /// The methods that would do, for a 405.
    public let allowed: [HTTPMethod]

    public init(
        _ status: HTTPStatus,
        _ sentence: String,
        allowed: [HTTPMethod] = HTTPMethod.allCases
    ) {
        self.status = status
        self.sentence = sentence
        self.allowed = allowed
    }
}

/// The status codes that this server answers with (RFC 9110 §15).
public enum HTTPStatus: Int, Sendable {
    case ok = 200
    case noContent = 204
    case notModified = 304
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case lengthRequired = 411
    case contentTooLarge = 413
    case unsupportedMediaType = 415
    case expectationFailed = 417
    case misdirectedRequest = 421
    case headTooLarge = 431
    case serviceUnavailable = 503
    case versionNotSupported = 505

    /// The phrase behind the code, for people who read the bytes.
    var phrase: String {
        switch self {
        case .ok: "OK"
        case .noContent: "No Content"
        case .notModified: "Not Modified"
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .requestTimeout: "Request Timeout"
        case .lengthRequired: "Length Required"
        case .contentTooLarge: "Content Too Large"
        case .unsupportedMediaType: "Unsupported Media Type"
        case .expectationFailed: "Expectation Failed"
        case .misdirectedRequest: "Misdirected Request"
        case .headTooLarge: "Request Header Fields Too Large"
        case .serviceUnavailable: "Service Unavailable"
        case .versionNotSupported: "HTTP Version Not Supported"
        }
    }

    /// Whether an answer with this status has no body, and no length either (RFC 9110 §8.6).
    var isBare: Bool { self == .noContent || self == .notModified }
}

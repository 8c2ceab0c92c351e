import HTTP

/// What the page's server has.
enum PageRoute: Equatable {
    case file(PageFile)
    case events
    case call

    static let eventsPath = "/events"
    static let callPath = "/rpc"

    /// The methods that it is asked by.
    var methods: [HTTPMethod] {
        switch self {
        case .file: [.get, .head]
        case .events: [.get]
        case .call: [.post]
        }
    }

    /// Whether anybody may have it: it holds nothing that is not in every copy of this program.
    var isPublic: Bool {
        switch self {
        case .file: true
        case .events, .call: false
        }
    }
}

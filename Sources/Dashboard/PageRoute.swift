import HTTP

/// What the page's server has.
enum PageRoute: Equatable {
    case file(PageFile)
    /// A file of the map's library, by its name.
    case library(String)
    /// What the map is made of.
    case map
    case events
    case call

    static let mapPath = "/map"
    static let eventsPath = "/events"
    static let callPath = "/rpc"

    /// The methods that it is asked by.
    var methods: [HTTPMethod] {
        switch self {
        case .file, .library: [.get, .head]
        case .map, .events: [.get]
        case .call: [.post]
        }
    }

    /// Whether anybody may have it: it holds nothing that is not in every copy of this program, or
    /// of Debian's package.
    var isPublic: Bool {
        switch self {
        case .file, .library: true
        case .map, .events, .call: false
        }
    }
}

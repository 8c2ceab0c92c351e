/// How much is logged.
package enum LogLevel: Int, CaseIterable, Comparable, Sendable {
    case debug = 0
    case info
    case notice
    case warning
    case error

    package var word: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .notice: "notice"
        case .warning: "warning"
        case .error: "error"
        }
    }

    package init?(word: String) {
        guard let level = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = level
    }

    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Why a file gave no route.
public enum RouteFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no file of that name.
    case noFile(path: String)
    /// The system said no; the reason is its sentence, which names the file.
    case unreadable(reason: String)
    /// The file is no GPX, or has too much of something; the reason names the line.
    case refused(path: String, reason: String)

    public var description: String {
        switch self {
        case .noFile(let path): "There is no file \(path)."
        case .unreadable(let reason): reason
        case .refused(let path, let reason): "\(path) can't be read as GPX. \(reason)"
        }
    }
}

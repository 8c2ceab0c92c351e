public import EventLoop

/// Why the control socket can't be opened, or a call can't be taken.
public enum ControlError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The socket can't be listened at.
    case socket(LoopError)
    /// The system said no about the socket's folder.
    case folder(path: String, fault: SystemFault)
    /// Where the socket's folder should be lies something else.
    case notAFolder(path: String)
    /// No rule says where the socket is.
    case noPlace
    /// `XDG_RUNTIME_DIR` must be an absolute path.
    case runtimeFolderRelative(path: String)
    /// A param is missing, unknown or of the wrong kind; the sentence says which.
    case invalidParams(String)

    public var description: String {
        switch self {
        case .socket(let error): error.description
        case .folder(let path, let fault): "The folder \(path) can't be used: \(fault)."
        case .notAFolder(let path): "\(path) exists and is not a folder; choose another path."
        case .noPlace:
            """
            There is no folder for the control socket: set XDG_RUNTIME_DIR, or name a socket by \
            --socket or PACELINE_SOCKET.
            """
        case .runtimeFolderRelative(let path):
            "XDG_RUNTIME_DIR is “\(path)”, which is not an absolute path."
        case .invalidParams(let sentence): sentence
        }
    }
}

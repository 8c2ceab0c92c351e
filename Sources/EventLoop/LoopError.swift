/// Why something on the loop could not be done.
public enum LoopError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system said no. `doing` reads on from nothing, as "connecting to 10.0.0.1:7433".
    case system(doing: String, fault: SystemFault)
    /// A live process listens at this socket file.
    case socketInUse(path: String)
    /// Something that is no socket lies where the socket file should be.
    case notASocket(path: String)
    /// A socket's path must fit the kernel's address structure.
    case pathTooLong(path: String, bytes: Int, maximum: Int)
    /// An empty path, or one with a zero byte inside.
    case pathUnusable(path: String)
    /// The system knows no group of this name.
    case unknownGroup(name: String)

    /// The fault beneath, where the system said no.
    public var fault: SystemFault? {
        switch self {
        case .system(_, let fault): fault
        case .socketInUse, .notASocket, .pathTooLong, .pathUnusable, .unknownGroup: nil
        }
    }

    public var description: String {
        switch self {
        case .system(let doing, let fault):
            "\(doing.prefix(1).uppercased() + doing.dropFirst()) failed: \(fault)."
        case .socketInUse(let path):
            "The socket \(path) is in use: a running process answers there."
        case .notASocket(let path):
            "\(path) exists and is not a socket; remove it or choose another path."
        case .pathTooLong(let path, let bytes, let maximum):
            "The socket path \(path) has \(bytes) bytes; at most \(maximum) are possible."
        case .pathUnusable(let path):
            "The socket path “\(path)” is empty or holds a zero byte."
        case .unknownGroup(let name):
            "There is no group called “\(name)” on this system."
        }
    }

    /// What libuv's negative return code means.
    static func code(_ code: Int32, doing: String) -> LoopError {
        .system(doing: doing, fault: SystemFault(code: code))
    }
}

/// Who is at the other end of a Unix socket, as the kernel noted when it connected.
public struct PeerCredentials: Equatable, Sendable {
    /// The user's number.
    public let user: UInt32
    /// The primary group's number.
    public let group: UInt32
    /// The process's number, which may be another process's by now.
    public let process: Int32

    public init(user: UInt32, group: UInt32, process: Int32) {
        self.user = user
        self.group = group
        self.process = process
    }
}

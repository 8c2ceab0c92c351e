/// What one client may cost.
public struct HTTPLimits: Sendable {
    /// 8 KiB: a browser's head has less than 1 KiB here, as there are no cookies.
    static let headBytesMaximum = 8_192
    /// 64 KiB: as much as a line of the control socket.
    static let bodyBytesMaximum = 65_536
    /// 1 MiB that a refused client may still send, which is dropped.
    static let lingeringBytesMaximum = 1_048_576
    /// 256 KiB: events that a reader of a stream hasn't taken, beyond what the kernel holds.
    static let streamBytesMaximum = 262_144

    /// 64: as many as the control socket has clients; a browser opens six at most to one server.
    public static let connectionsMaximum = 64

    /// 10 s for a head, and as much for a body: from the same machine they come at once.
    public var readingTimeout = Duration.seconds(10)
    /// 60 s: about as long as browsers keep an idle connection themselves.
    public var idleTimeout = Duration.seconds(60)
    /// 30 s for an answer to be taken by its reader.
    public var writingTimeout = Duration.seconds(30)
    /// 2 s for a client to close its end once all is said.
    public var lingeringTimeout = Duration.seconds(2)

    public init() {}
}

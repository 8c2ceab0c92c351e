/// What a link wants written now.
public struct LinkOutput: Equatable, Sendable {
    /// Whole frames, at most 64 KiB unless one frame is longer.
    public let bytes: [UInt8]
    /// Whether these are the last bytes: close_notify, SHUT_WR, read to the end.
    public let isLast: Bool

    public init(bytes: [UInt8], isLast: Bool) {
        self.bytes = bytes
        self.isLast = isLast
    }
}

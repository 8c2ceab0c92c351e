/// The bounds and times of one link's connection, each with the reason for its number.
///
/// They are mechanical: what a link may do is decided elsewhere.
public struct LinkTransportLimits: Equatable, Sendable {
    // MARK: The socket

    /// Sent bytes may stay unacknowledged for this long: as long as a link may be silent.
    public var userTimeout = Duration.seconds(8)
    /// Bytes that the kernel may hold unsent: one write, so that what waits can still be chosen.
    public var notSentBytes = 64 * 1024

    // MARK: Reading

    /// Bytes held behind a hello before reading pauses: one frame of the opening.
    public var heldBytes = 4 * 1024
    /// A frame that has begun must be complete, or grow by `progressBytes`, within this time.
    public var progressTime = Duration.seconds(10)
    /// One read, and a sixteenth of the longest frame: slower than 6.4 KiB/s is no LAN.
    public var progressBytes = 64 * 1024

    // MARK: The end

    /// For the last bytes to leave, and again for the peer to close as well.
    ///
    /// A round trip and a busy peer's pause fit; a daemon that stops waits no longer itself.
    public var lingerTime = Duration.seconds(2)
    /// Bytes of the peer that are read and dropped meanwhile.
    ///
    /// A peer in full flow has some megabytes under way before it hears the goodbye. Closing with
    /// bytes unread resets the connection, and may so destroy that very goodbye.
    public var lingerBytes = 4 * 1024 * 1024

    // MARK: Buffers

    /// A write buffer larger than this is let go once writes have become small again.
    static let keptBufferBytes = 8 * 1024
    /// How many small writes that takes: at 60 a second about one second.
    static let smallWritesBeforeTrim = 64

    /// The limits as they are meant.
    public init() {}
}

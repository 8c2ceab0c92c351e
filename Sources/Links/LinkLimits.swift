/// The bounds and times of one link, each with the reason for its number.
public enum LinkLimits {
    // MARK: Opening

    /// For TLS, prove, hello and election together: a busy small machine needs about 1 s.
    public static let opening = Duration.seconds(10)

    // MARK: Liveness

    /// A ping goes out when nothing has been received for this long.
    public static let pingAfter = Duration.seconds(2)
    /// Two pings' worth of silence and a half: the member is suspect, activities hear nothing.
    public static let suspectAfter = Duration.seconds(5)
    /// Four pings' worth: the link is closed.
    ///
    /// Ten seconds is what people take for "gone".
    public static let silenceMaximum = Duration.seconds(8)
    /// A timer that fires this late was held up by us: everybody gets one fresh probe.
    public static let stall = Duration.seconds(1)

    // MARK: Goodbye

    /// What is queued may still go out for this long before the goodbye.
    public static let drain = Duration.seconds(1)

    /// The transport may take this long to get the goodbye out and to read the peer's end: the
    /// drain again, and the round trip of a slow path.
    public static let parting = Duration.seconds(3)

    // MARK: Lanes

    /// Control frames are small; 64 KiB unsent means that the peer has stopped reading.
    public static let controlBytesMaximum = 64 * 1024
    /// Unacknowledged on the reliable lane, per peer: some seconds of the busiest activity.
    public static let reliableBytesMaximum = 4 * 1024 * 1024
    /// The same in frames, since small frames cost more than their bytes.
    public static let reliableFramesMaximum = 16_384
    /// Keys on the state lane: a thousand riders.
    public static let stateKeysMaximum = 1_024
    /// Bytes on the state lane.
    public static let stateBytesMaximum = 256 * 1024
    /// Bulk in flight before the receiver grants more.
    public static let bulkWindow: UInt64 = 256 * 1024
    /// One activity's snapshot, assembled.
    public static let snapshotBytesMaximum = 8 * 1024 * 1024
    /// Bytes handed to one write, so that a ping waits for no more than that.
    public static let writeBytesMaximum = 64 * 1024

    // MARK: Acknowledgements

    /// An ack is due after this many frames.
    public static let ackFrames = 32
    /// Or this many bytes.
    public static let ackBytes = 64 * 1024
    /// Or this long.
    public static let ackDelay = Duration.milliseconds(20)
}

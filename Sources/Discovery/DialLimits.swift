/// The bounds and times of dialling, each with the reason for its number.
public enum DialLimits {
    /// Between the starts of two dials to one target; RFC 8305 §5 recommends 250 ms.
    public static let stagger = Duration.milliseconds(250)
    /// TCP and TLS together; a path with 3 s of delay must still do.
    public static let timeout = Duration.seconds(10)
    /// A look-up that has not ended after this is given up: mDNS answers within a second or never.
    public static let lookUpTimeout = Duration.seconds(10)
    /// With that many look-ups under way, none begins of an advert that has led nowhere before.
    ///
    /// Twice as many as DNS-SD answers at once: it is kept busy, and who is new waits little.
    public static let lookUpsBeforeRetries = 6
    /// A retry that had to give way comes again after up to this, at random.
    public static let retryPostponed = Duration.seconds(2)
    /// Dials at once to one target.
    public static let perTargetMaximum = 4
    /// Dials at once to all targets: half of the connections that may be unauthenticated here.
    public static let allMaximum = 32
    /// Endpoints remembered for one target.
    public static let endpointsMaximum = 16
    /// Targets at once: adverts, and as many again known by hints or by hand.
    public static let targetsMaximum = 1_024
    /// A target that has failed for this long is no longer shown, and tried rarely.
    public static let quarantineAfter = Duration.seconds(120)
    /// How rarely.
    public static let quarantineRetry = Duration.seconds(30)
    /// A link that lived this long clears the failures before it.
    public static let stableAfter = Duration.seconds(10)
}

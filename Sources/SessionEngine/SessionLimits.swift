/// The bounds of a session, each with the reason for its number.
public enum SessionLimits {
    /// Seats in a session, this daemon's not counted: what a household, a class or a party has.
    public static let membersMaximum = 63
    /// Seats that newcomers may not take while that many former members are away.
    public static let seatsKept = 16
    /// Former members and refused peers that are remembered.
    public static let rememberedMaximum = 256
    /// So many new peers, as many as adverts, and those that nothing keeps are forgotten.
    ///
    /// A flood that comes and goes faster than house is kept must not pile up.
    public static let newPeersMaximum = 512
    /// `lost` is listed for this long.
    public static let lostListed = Duration.seconds(600)
    /// A fall that is mended within this is told to nobody: a redial takes a tenth of it.
    public static let fallUntold = Duration.seconds(1)
    /// A link that fell without goodbye makes its member lost after this.
    public static let lostAfter = Duration.seconds(8)
    /// A refusal is believed for this long, if nothing changes before.
    public static let refusalKept = Duration.seconds(3_600)
    /// A session that was full is asked again after this.
    public static let fullRetry = Duration.seconds(30)
    /// A `connect` by hand is answered after this at the latest; the try goes on.
    public static let connectAnswer = Duration.seconds(20)
    /// Old instances of one peer that are known, to tell a clone from a restart.
    public static let supersededMaximum = 8
    /// Profiles at once, and how many more a second, by which one member takes part in an activity
    /// anew: each is answered with all that the activity has.
    public static let returnsAtOnceMaximum = 16.0
    public static let returnsPerSecond = 1.0
    /// Bytes held by all links together; past it the largest is closed.
    public static let allLinksBytesMaximum = 64 * 1024 * 1024
    /// Links at once: one for each member, and those that are opening.
    public static let linksMaximum = 160
    /// Links at once with one peer: four dials each way, what they replace, and goodbyes under way.
    public static let linksPerPeerMaximum = 16
    /// Goodbyes at a stop have this long.
    public static let stopMaximum = Duration.milliseconds(1_500)
    /// Commands that may wait for their answer at once.
    public static let waitingCommandsMaximum = 256
}

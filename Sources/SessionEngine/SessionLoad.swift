/// How full the tables of a session are: for people who wonder, and for checkers.
public struct SessionLoad: Equatable, Sendable {
    /// Links that are open, opening or saying goodbye.
    public let links: Int
    /// Bytes that all links hold.
    public let linkBytes: Int
    /// States that wait on the link on which the most wait.
    public let unsentStates: Int
    /// Peers of which something is remembered.
    public let peers: Int
    /// Peers known only by what others say.
    public let hinted: Int
    /// Peers that are advertised.
    public let advertised: Int
    /// Targets that are reached for.
    public let targets: Int
    /// Look-ups that are under way.
    public let lookUps: Int
    /// Dials that became links which are not elected yet.
    public let openingDials: Int
    /// Commands that wait for their answer.
    public let waitingCommands: Int
}

/// What a link tells the engine.
public enum LinkEffect: Equatable, Sendable {
    /// The peer's hello is in: the engine accepts the link, elects it or closes it.
    case greeted(Hello)
    /// The arbiter elected this link.
    case elected(UInt64)
    /// A message for the engine, on an elected link.
    case received(LinkMessage)
    /// An activity's snapshot is complete.
    case snapshot(SnapshotAssembler.Snapshot)
    /// Nothing was heard for 5 s.
    case becameSuspect
    /// Something was heard again.
    case recovered
    /// The link is over; nothing more comes from it, but a goodbye may still have to go out.
    case ended(LinkEnd)
    /// The peer does not read what had to go before our goodbye: cut the connection.
    case abandoned
}

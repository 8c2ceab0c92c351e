public import Cycling
public import Guessing
public import Peers

/// What a person or a program asked this daemon for.
public enum SessionCommand: Equatable, Sendable {
    /// Takes another display name; during a game only when forced.
    case rename(String, isForced: Bool)
    /// Advertises or stops advertising; joined peers stay.
    case setVisible(Bool)
    /// Reaches for an address by hand.
    case connectEndpoint(Endpoint)
    /// Reaches for a peer, and forgets that it was disconnected by hand.
    case connectPeer(PeerID)
    /// Says goodbye to that peer, or to all, and stays away until connected or a restart.
    case disconnect(PeerID?)
    case block(PeerID)
    case allow(PeerID)
    case guess(GuessCommand)
    case ride(RideCommand)
}

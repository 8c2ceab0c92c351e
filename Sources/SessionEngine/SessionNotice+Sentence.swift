import Cycling
import Guessing
public import Peers

// How a notice reads.
extension SessionNotice {
    /// What people may choose to follow.
    public enum Topic: String, CaseIterable, Hashable, Sendable {
        case session
        case discovery
        case game
        case ride
        /// Every line of the log of the riders here: told only to who asks for it by name.
        case rideLog

        /// What is told to who names no topics.
        public static let usual: Set<Topic> = [.session, .discovery, .game, .ride]
    }

    public var topic: Topic {
        switch self {
        case .joined, .suspected, .recovered, .left, .refused, .renamed, .identityInUse,
            .violation:
            .session
        case .discoveryAvailable, .discoveryUnavailable: .discovery
        case .guess: .game
        case .ride(let notice): Self.topic(of: notice)
        }
    }

    private static func topic(of notice: RideNotice) -> Topic {
        switch notice {
        case .joined, .left, .helpArrived, .fixed, .fixRefused: .ride
        case .logged: .rideLog
        }
    }

    /// The one word for JSON and logs.
    public var kind: String {
        switch self {
        case .joined: "joined"
        case .suspected: "suspect"
        case .recovered: "recovered"
        case .left: "left"
        case .refused: "refused"
        case .renamed: "renamed"
        case .identityInUse: "identityInUse"
        case .violation: "violation"
        case .discoveryAvailable: "discoveryAvailable"
        case .discoveryUnavailable: "discoveryUnavailable"
        case .guess: "game"
        case .ride(.joined): "riderJoined"
        case .ride(.left): "riderLeft"
        case .ride(.helpArrived): "helpArrived"
        case .ride(.fixed): "riderFixed"
        case .ride(.logged): "rideLog"
        case .ride(.fixRefused): "fixRefused"
        }
    }

    /// The peer that it is about, if it is about one.
    public var peer: PeerID? {
        switch self {
        case .joined(let peer, _), .suspected(let peer, _), .recovered(let peer, _),
            .left(let peer, _, _), .refused(let peer, _, _), .renamed(let peer, _, _),
            .identityInUse(let peer, _), .violation(let peer, _, _):
            peer
        case .ride(let notice): notice.rider?.id.owner
        case .discoveryAvailable, .discoveryUnavailable, .guess: nil
        }
    }

    /// One sentence for people.
    public var sentence: String {
        switch self {
        case .joined(_, let name): "\(name) has joined."
        case .suspected(_, let name): "\(name) has not been heard for a while."
        case .recovered(_, let name): "\(name) is heard again."
        case .left(_, let name, let cause): "\(name) \(cause)."
        case .refused(let peer, let name, let reason):
            "\(Self.shown(peer, name)) refuses this daemon: \(reason)."
        case .renamed(_, let old, let new): "\(old) is now called \(new)."
        case .identityInUse(let peer, let name):
            "The identity of \(Self.shown(peer, name)) is used by two machines: "
                + "one of them needs `paceline identity reset`."
        case .violation(let peer, let name, let detail):
            "The link with \(Self.shown(peer, name)) was closed: \(detail)"
                + (detail.hasSuffix(".") ? "" : ".")
        case .discoveryAvailable: "Discovery works."
        case .discoveryUnavailable(let why): "Discovery is not available: \(why)."
        case .guess(let notice): notice.sentence
        case .ride(let notice): notice.sentence
        }
    }

    private static func shown(_ peer: PeerID, _ name: DisplayName?) -> String {
        name.map { "\($0) (\(peer.short))" } ?? peer.short
    }
}

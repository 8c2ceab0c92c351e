import Activities
public import Cycling
import Determinism
public import Guessing
import Links
import Peers
import Wire

// What activities ask of the session.
extension Engine {
    /// The secret-number game, to be read.
    public var guess: GuessingGame { self.replicas.guess }

    /// The ride, to be read; `nil` for a daemon that does not take part.
    public var ride: SharedRide? { self.replicas.ride }

    /// Members that take part in an activity, as they say, and have a link; in the order of ids.
    private func linkedPeers(in kind: ActivityKind) -> [PeerID] {
        self.linkedPeers.filter { self.takesPart($0, in: kind) }
    }

    private func takesPart(_ peer: PeerID, in kind: ActivityKind) -> Bool {
        self.peers[peer]?.activities.contains(kind.rawValue) ?? false
    }

    mutating func carryOut(_ effects: [ReplicaTable.Effect], at now: Moment) {
        for effect in effects {
            switch effect {
            case .send(let kind, let body, let peer):
                guard self.takesPart(peer, in: kind) else { continue }
                let message = self.activityMessage(kind, body)
                self.send(message, payload: message.payload, to: peer, at: now)
            case .broadcast(let kind, let body):
                let message = self.activityMessage(kind, body)
                let payload = message.payload  // Encoded once for all.
                for peer in self.linkedPeers(in: kind) {
                    self.send(message, payload: payload, to: peer, at: now)
                }
            case .snapshot(let kind, let body, let version, let peer):
                guard let id = self.peers[peer]?.electedLink, self.takesPart(peer, in: kind)
                else { continue }
                self.links.change(id) {
                    $0.sendSnapshot(activity: kind.rawValue, version: version, body: body)
                }
            case .state(let state, let peer):
                let payload = state.encoded
                let peers = peer.map { [$0] } ?? self.linkedPeers
                self.sendState(to: peers, in: .ride, at: now) {
                    $0.send(state, payload: payload, at: now)
                }
            case .removal(let removal):
                let payload = removal.encoded
                self.sendState(to: self.linkedPeers, in: .ride, at: now) {
                    $0.send(removal, payload: payload, at: now)
                }
            case .reply(let token, let reply):
                self.effects.append(.reply(token, reply))
            case .tell(let notice):
                self.effects.append(.tell(notice))
            case .rememberRide(let settings):
                self.effects.append(.rememberRide(settings))
            case .violation(let peer, let what):
                guard let id = self.peers[peer]?.electedLink else { continue }
                self.close(id, .malformed, what, at: now)
            }
        }
    }

    /// Sends on the links of those among the peers that take part.
    private mutating func sendState(
        to peers: [PeerID],
        in kind: ActivityKind,
        at now: Moment,
        _ send: (inout Link) -> [LinkEffect]
    ) {
        for peer in peers where self.takesPart(peer, in: kind) {
            guard let id = self.peers[peer]?.electedLink else { continue }
            self.carryOut(self.links.change(id, send) ?? [], of: id, at: now)
        }
    }

    private mutating func activityMessage(_ kind: ActivityKind, _ body: [UInt8]) -> LinkMessage {
        self.originSequences[kind, default: 0] += 1
        return .activity(
            ActivityMessage(
                activity: kind.rawValue,
                origin: self.local.peer,
                originSequence: self.originSequences[kind, default: 0],
                body: body
            )
        )
    }
}

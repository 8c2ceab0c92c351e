import Activities
import Determinism
public import Guessing
import Links
import Peers

// What activities ask of the session.
extension Engine {
    /// The secret-number game, to be read.
    public var guess: GuessingGame { self.replicas.guess }

    mutating func carryOut(_ effects: [ReplicaTable.Effect], at now: Moment) {
        for effect in effects {
            switch effect {
            case .send(let kind, let body, let peer):
                let message = self.activityMessage(kind, body)
                self.send(message, payload: message.payload, to: peer, at: now)
            case .broadcast(let kind, let body):
                let message = self.activityMessage(kind, body)
                let payload = message.payload  // Encoded once for all.
                for peer in self.linkedPeers {
                    self.send(message, payload: payload, to: peer, at: now)
                }
            case .snapshot(let kind, let body, let version, let peer):
                guard let id = self.peers[peer]?.electedLink else { continue }
                self.links.change(id) {
                    $0.sendSnapshot(activity: kind.rawValue, version: version, body: body)
                }
            case .reply(let token, let reply):
                self.effects.append(.reply(token, reply))
            case .tell(let notice):
                self.effects.append(.tell(notice))
            case .violation(let peer, let what):
                guard let id = self.peers[peer]?.electedLink else { continue }
                self.close(id, .malformed, what, at: now)
            }
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

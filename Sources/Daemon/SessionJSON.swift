package import Control
import Cycling
package import Determinism
package import Guessing
package import Peers
package import SessionEngine

/// The JSON forms of what the control API shows; Protocol.md, Control API.
package enum SessionJSON {
    package static func peer(_ id: PeerID, _ name: DisplayName?) -> JSONValue {
        var object: [(String, JSONValue)] = [("id", .string(id.description))]
        if let name { object.append(("name", .string(name.text))) }
        return .object(JSONObject(object))
    }

    package static func player(_ player: GuessPlayer) -> JSONValue {
        self.peer(player.id, player.name)
    }

    package static func message(_ sentence: String, warning: String?) -> JSONValue {
        var object: [(String, JSONValue)] = [("message", .string(sentence))]
        if let warning { object.append(("warning", .string(warning))) }
        return .object(JSONObject(object))
    }

    // MARK: Members

    package static func peers(_ members: [Member], wall: WallTime) -> JSONValue {
        .object(JSONObject([("peers", .array(members.map { self.member($0, wall: wall) }))]))
    }

    private static func member(_ member: Member, wall: WallTime) -> JSONValue {
        var object: [(String, JSONValue)] = [("id", .string(member.peer.description))]
        if let name = member.name { object.append(("name", .string(name.text))) }
        object.append(("state", .string(member.status.word)))
        if let endpoint = member.endpoint {
            object.append(("address", .string(endpoint.description)))
        }
        if let roundTrip = member.roundTrip {
            let rounded = (roundTrip.milliseconds * 1_000).rounded() / 1_000
            object.append(("rttMs", .double(rounded)))
        }
        let since = wall.advanced(by: .zero - member.sinceAge)
        object.append(("since", .string(since.iso8601)))
        if let reason = member.status.reason { object.append(("reason", .string(reason))) }
        return .object(JSONObject(object))
    }

    // MARK: The game

    package static func status(_ status: GuessStatus) -> JSONValue {
        let pending = status.pending.map { guess in
            JSONValue.object(
                JSONObject([
                    ("peer", self.player(guess.peer)), ("number", .int(Int64(guess.number))),
                ])
            )
        }
        return .object(
            JSONObject([
                ("phase", .string(status.phase == .running ? "running" : "none")),
                ("host", status.host.map(self.player) ?? .null),
                ("role", .string(self.word(status.role))),
                ("low", .int(Int64(status.range.low))),
                ("high", .int(Int64(status.range.high))),
                ("pending", .array(pending)),
                ("guesses", .int(Int64(status.guesses))),
                ("winner", status.winner.map(self.player) ?? .null),
            ])
        )
    }

    private static func word(_ role: GuessStatus.Role) -> String {
        switch role {
        case .host: "host"
        case .guesser: "guesser"
        case .none: "none"
        }
    }

    package static func history(_ events: [HistoryEvent], viewer: PeerID) -> JSONValue {
        .object(
            JSONObject([("events", .array(events.map { self.event($0, viewer: viewer) }))])
        )
    }

    package static func event(_ event: HistoryEvent, viewer: PeerID) -> JSONValue {
        var object: [(String, JSONValue)] = [
            ("kind", .string(event.kind.word)), ("peer", self.player(event.peer)),
        ]
        if let number = event.number { object.append(("number", .int(Int64(number)))) }
        if let answer = event.answer { object.append(("answer", .string(answer.word))) }
        switch event.verification {
        case .notApplicable: break
        case .unknown: object.append(("verified", .null))
        case .passed: object.append(("verified", .bool(true)))
        case .failed: object.append(("verified", .bool(false)))
        }
        object.append(("at", .string(event.at.iso8601)))
        object.append(("line", .string(event.line(for: viewer))))
        return .object(JSONObject(object))
    }

    package static func scores(_ scores: [PlayerScore]) -> JSONValue {
        let rows = scores.map { score in
            JSONValue.object(
                JSONObject([
                    ("peer", self.peer(score.id, score.name)),
                    ("rounds", .int(Int64(clamping: score.rounds))),
                    ("wins", .int(Int64(clamping: score.wins))),
                    ("forfeits", .int(Int64(clamping: score.forfeits))),
                ])
            )
        }
        return .object(JSONObject([("scores", .array(rows))]))
    }

    // MARK: What happens

    package static func notice(
        _ notice: SessionNotice,
        by engine: Engine,
        wall: WallTime
    ) -> JSONValue {
        var object: [(String, JSONValue)] = [
            ("topic", .string(notice.topic.rawValue)),
            ("kind", .string(notice.kind)),
            ("line", .string(notice.sentence)),
            ("at", .string(wall.iso8601)),
        ]
        if let peer = notice.peer {
            object.append(("peer", self.peer(peer, engine.name(of: peer))))
        }
        if case .guess(.event(let event, _)) = notice {
            object.append(("event", self.event(event, viewer: engine.local.peer)))
        }
        if case .ride(let notice) = notice { object += self.members(of: notice) }
        return .object(JSONObject(object))
    }

    private static func members(of notice: RideNotice) -> [(String, JSONValue)] {
        switch notice {
        case .joined(let rider), .left(let rider), .helpArrived(let rider):
            [("rider", RideJSON.label(rider.rider))]
        case .fixed(let rider, nil):
            [("rider", RideJSON.label(rider.rider))]
        case .fixed(let rider, let helper?):
            [("rider", RideJSON.label(rider.rider)), ("by", RideJSON.label(helper.rider))]
        case .logged(let entry): [("entry", RideJSON.entry(entry))]
        case .fixRefused: []
        }
    }
}

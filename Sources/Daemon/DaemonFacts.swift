import Activities
import Control
import Cycling
import Determinism
import Guessing
import Peers
import Platform
import SessionEngine

/// What stays the same while a daemon runs.
struct DaemonFacts: Sendable {
    let socket: String
    let state: String
    let startedAt: WallTime

    var versionJSON: JSONValue {
        .object(
            JSONObject([
                ("version", .string(DaemonVersion.text)), ("protocol", .string("1.0")),
            ])
        )
    }

    func statusJSON(_ view: Engine, page: String?, wall: WallTime) -> JSONValue {
        let uptime = wall.milliseconds &- self.startedAt.milliseconds
        return .object(
            JSONObject([
                ("id", .string(view.local.peer.description)),
                ("short", .string(view.local.peer.short)),
                ("name", .string(view.local.name.text)),
                ("port", .int(Int64(view.local.port))),
                ("visible", .bool(view.isVisible)),
                ("discovery", .string(view.discoveryFailure.map { "unavailable: \($0)" } ?? "ok")),
                (
                    "session",
                    .object(JSONObject([("members", .int(Int64(view.memberCount)))]))
                ),
                ("activities", .array(view.local.activities.map { .string($0.word) })),
                ("version", .string(DaemonVersion.text)),
                ("pid", .int(Int64(Surroundings.processID))),
                ("uptimeSeconds", .int(Int64(clamping: uptime / 1_000))),
                ("socket", .string(self.socket)),
                ("state", .string(self.state)),
                ("web", page.map { .string($0) } ?? .null),
                ("sentence", .string(view.visibilitySentence)),
                ("identityInUse", .bool(view.ownIdentityInUse)),
                ("game", .string(Self.gameSentence(view.guess.status))),
                ("ride", .string(Self.rideSentence(view.ride))),
            ])
        )
    }

    private static func rideSentence(_ ride: SharedRide?) -> String {
        guard let ride else { return "This daemon does not take part in the ride." }
        let own = ride.own.placedCount
        return "\(own == 1 ? "1 rider" : "\(own) riders") here, \(ride.others.count) of others."
    }

    private static func gameSentence(_ status: GuessStatus) -> String {
        guard status.phase == .running, let host = status.host else { return "No game is running." }
        let guesses = status.guesses == 1 ? "1 guess" : "\(status.guesses) guesses"
        return status.role == .host
            ? "You host a game, with \(guesses) so far."
            : "\(host.name) hosts a game, with \(guesses) so far."
    }
}

import Control
import EventLoop
import Guessing
import Peering
import Peers
import Platform
import SessionEngine
import Sessions

// What a call asks the session to do.
extension ControlBridge {
    /// The command that a call stands for; `nil` when it has been answered already.
    func command(
        _ call: ControlCall,
        _ view: Engine
    ) throws(ControlError) -> SessionCommand? {
        switch call.method {
        case .name:
            return .rename(
                try call.text("name"),
                isForced: try call.bool("force", default: false)
            )
        case .visible:
            return .setVisible(try call.bool("on", default: true))
        case .connect:
            return self.connect(try call.text("peer"), call, view)
        case .disconnect:
            guard let text = try call.optionalText("peer") else { return .disconnect(nil) }
            return self.peer(text, call, view).map { .disconnect($0) }
        case .block:
            return self.peer(try call.text("peer"), call, view).map { .block($0) }
        case .allow:
            return self.peer(try call.text("peer"), call, view).map { .allow($0) }
        case .gameNew:
            guard let range = try self.range(call) else { return nil }
            return .guess(
                .newGame(
                    secret: try call.text("secret"),
                    auto: try call.bool("auto", default: false),
                    low: range.low,
                    high: range.high,
                    gameID: Randomness.bytes(16),
                    salt: Randomness.bytes(32)
                )
            )
        case .gameGuess:
            return .guess(.guess(text: try call.text("number")))
        case .gameAnswer:
            return try self.answerCommand(call, view)
        case .gameCancel:
            return .guess(.cancel)
        case .version, .status, .peers, .identityShow, .identityExport, .identityImport,
            .identityReset, .gameStatus, .gameHistory, .gameScores, .subscribe, .unsubscribe, .web,
            .rideRiders, .rideRoute, .rideYou, .rideLog, .rideHere, .rideStart, .rideAway,
            .rideGPSD, .rideStatus, .rideSimulants, .rideZones, .rideZoneAdd, .rideZoneRemove,
            .ridePrecision, .rideInvisible, .rideDice, .rideExport, .rideUpload:
            preconditionFailure("\(call.method) is no command")
        }
    }

    /// The numbers of a new game; the call is answered when the texts are no range.
    private func range(_ call: ControlCall) throws(ControlError) -> GameRange? {
        let standard = GameRange.standard
        let all = GameRange(low: 0, high: GuessLimits.numberMaximum) ?? standard
        let low = try call.optionalText("low") ?? "\(standard.low)"
        let high = try call.optionalText("high") ?? "\(standard.high)"
        if let low = GuessNumber(low, in: all), let high = GuessNumber(high, in: all),
            let range = GameRange(low: low.value, high: high.value)
        {
            return range
        }
        self.server?.fail(
            call,
            code: .refused,
            message: "A range goes from a number of at most nine digits to one that is not less."
        )
        return nil
    }

    /// A peer that is called so comes before a host: names are what people see.
    private func connect(_ text: String, _ call: ControlCall, _ view: Engine) -> SessionCommand? {
        if view.match(text) == .none, let destination = Destination(text) {
            destination.find(on: self.loop) { [weak self] found in
                switch found {
                case .success(let endpoints):
                    for first in endpoints.prefix(1) {
                        self?.run(.connectEndpoint(first), for: call)
                    }
                case .failure(let error):
                    self?.server?.fail(call, code: .refused, message: "\(error)")
                }
            }
            return nil
        }
        return self.peer(text, call, view).map { .connectPeer($0) }
    }

    private func answerCommand(
        _ call: ControlCall,
        _ view: Engine
    ) throws(ControlError) -> SessionCommand? {
        let word = try call.text("answer")
        guard let answer = Answer.allCases.first(where: { $0.word == word }) else {
            throw .invalidParams(
                "The answer is “\(Self.cut(word))”; it must be correct, greater or lower."
            )
        }
        guard let text = try call.optionalText("to") else {
            return .guess(.answer(answer, to: nil))
        }
        return self.peer(text, call, view).map { .guess(.answer(answer, to: $0)) }
    }

    /// The peer that a text means; the call is answered when it means none or several.
    func peer(_ text: String, _ call: ControlCall, _ view: Engine) -> PeerID? {
        switch view.match(text) {
        case .one(let peer):
            return peer
        case .none:
            let now = self.session.assumeIsolated { $0.now }
            let known = view.roster(at: now).map(\.peer)
            self.fail(
                call,
                "No peer is called “\(Self.cut(text))”, and no id begins with it.",
                known,
                view
            )
        case .several(let peers):
            self.fail(
                call,
                "“\(Self.cut(text))” may mean \(peers.count) peers; name one by its id.",
                peers,
                view
            )
        }
        return nil
    }

    private func fail(
        _ call: ControlCall,
        _ message: String,
        _ candidates: [PeerID],
        _ view: Engine
    ) {
        let list = candidates.map { SessionJSON.peer($0, view.name(of: $0)) }
        self.server?.fail(
            call,
            code: .ambiguous,
            message: message,
            data: .object(JSONObject([("candidates", .array(list))]))
        )
    }

    /// What a client wrote, as far as it helps to recognize it.
    static func cut(_ text: String) -> String {
        Console.line(text.count > 80 ? text.prefix(80) + "…" : text)
    }
}

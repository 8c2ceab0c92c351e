import Activities
import Control
import Dashboard
import Determinism
import EventLoop
import Guessing
import Peering
import Peers
import Platform
import SessionEngine
import Sessions

/// Answers the control API: commands go to the session, questions are answered from its view.
///
/// Loop-confined.
final class ControlBridge {
    let loop: Loop
    let session: Session
    private let facts: DaemonFacts
    private let identities: IdentityDesk
    private let ride: RideDesk
    private let wallClock: () -> WallTime
    private(set) var server: ControlServer?
    private var dashboard: Dashboard?
    private var waiting: [CommandToken: ControlCall] = [:]
    private var subscribers: [ControlClientID: Set<SessionNotice.Topic>] = [:]

    init(
        on loop: Loop,
        session: Session,
        facts: DaemonFacts,
        identities: IdentityDesk,
        ride: RideDesk,
        wallClock: @escaping () -> WallTime
    ) {
        self.loop = loop
        self.session = session
        self.facts = facts
        self.identities = identities
        self.ride = ride
        self.wallClock = wallClock
    }

    /// Listens at the socket.
    func open(group: String?) throws(ControlError) {
        self.server = try ControlServer(
            on: self.loop,
            path: self.facts.socket,
            group: group,
            handler: { [unowned self] call in self.called(call) },
            closed: { [unowned self] client in
                self.subscribers[client] = nil
                self.ride.closed(client)
            }
        )
    }

    /// Serves the web page, whose calls are answered like those at the socket.
    func openPage(at place: PagePlace, tiles: TileTemplate?) throws(LoopError) {
        self.dashboard = try Dashboard(on: self.loop, at: place, tiles: tiles) {
            [unowned self] request, permits, answered in
            self.server?.take(request, permits: permits, answered: answered)
        }
    }

    /// The page's address, without the token; `nil` when none is served.
    var pageAddress: String? { self.dashboard?.address }

    func close() {
        self.ride.close()
        self.dashboard?.close()
        self.dashboard = nil
        self.server?.close()
        self.server = nil
    }

    /// Something happened: whoever subscribed is told.
    func told(_ notice: SessionNotice, by engine: Engine) {
        let params = SessionJSON.notice(notice, by: engine, wall: self.wallClock())
        let topic = notice.topic
        let clients = self.subscribers.filter { $0.value.contains(topic) }.map(\.key)
        self.server?.notify(clients, method: "event", params: params)
        self.dashboard?.tell(params)
    }

    // MARK: Calls

    private func called(_ call: ControlCall) {
        do throws(ControlError) {
            try self.answer(call)
        } catch {
            self.server?.fail(call, error)
        }
    }

    var view: Engine { self.session.assumeIsolated { $0.view } }

    private func answer(_ call: ControlCall) throws(ControlError) {
        let view = self.view
        switch call.method {
        case .version: self.server?.answer(call, self.facts.versionJSON)
        case .status:
            self.server?.answer(
                call,
                self.facts.statusJSON(view, page: self.pageAddress, wall: self.wallClock())
            )
        case .peers:
            let now = self.session.assumeIsolated { $0.now }
            self.server?.answer(
                call,
                SessionJSON.peers(view.roster(at: now), wall: self.wallClock())
            )
        case .gameStatus: self.server?.answer(call, SessionJSON.status(view.guess.status))
        case .gameHistory:
            self.server?.answer(
                call,
                SessionJSON.history(view.guess.history, viewer: view.local.peer)
            )
        case .gameScores: self.server?.answer(call, SessionJSON.scores(view.guess.scores))
        case .subscribe: try self.subscribe(call)
        case .unsubscribe:
            self.subscribers[call.client] = nil
            self.server?.answer(call, .object(JSONObject()))
        case .web: self.answerWeb(call)
        case .name, .visible, .connect, .disconnect, .block, .allow, .gameNew, .gameGuess,
            .gameAnswer, .gameCancel:
            guard let command = try self.command(call, view) else { return }
            self.run(command, for: call)
        case .identityShow, .identityExport, .identityImport, .identityReset:
            try self.answerIdentity(call)
        case .rideRiders, .rideRoute, .rideYou, .rideLog, .rideHere, .rideStart, .rideAway,
            .rideGPSD, .rideStatus, .rideSimulants, .rideZones, .rideZoneAdd, .rideZoneRemove,
            .ridePrecision, .rideInvisible, .rideDice, .rideExport, .rideUpload:
            try self.answerRide(call, view)
        }
    }

    /// Questions about the ride are answered at once, what changes it goes to the session.
    private func answerRide(_ call: ControlCall, _ view: Engine) throws(ControlError) {
        var owner: PeerID?
        if call.method == .rideRoute, let text = try call.optionalText("owner") {
            guard let peer = self.peer(text, call, view) else { return }
            owner = peer
        }
        do {
            let now = self.session.assumeIsolated { $0.now }
            switch try self.ride.outcome(of: call, about: owner, view, at: now) {
            case .answer(let result): self.server?.answer(call, result)
            case .command(let command): self.run(.ride(command), for: call)
            }
        } catch let error as ControlError {
            throw error
        } catch let refusal as RideDesk.Refusal {
            self.server?.fail(call, code: .refused, message: refusal.sentence)
        } catch {
            preconditionFailure("\(call.method) failed with \(error)")
        }
    }

    private func answerWeb(_ call: ControlCall) {
        guard let dashboard = self.dashboard else {
            self.server?.fail(
                call,
                code: .refused,
                message: "This daemon serves no web page; start it without --no-web."
            )
            return
        }
        self.server?.answer(call, ["url": .string(dashboard.addressWithToken)])
    }

    func run(_ command: SessionCommand, for call: ControlCall) {
        let token = self.session.assumeIsolated { $0.command(command) }
        self.waiting[token] = call
    }

    /// A command has its answer.
    func answered(_ token: CommandToken, _ reply: SessionReply) {
        self.ride.settle(self.view.ride)
        guard let call = self.waiting.removeValue(forKey: token) else { return }
        switch reply {
        case .done(let sentence, let warning):
            self.server?.answer(call, SessionJSON.message(sentence, warning: warning))
        case .refused(let sentence):
            self.server?.fail(call, code: .refused, message: sentence)
        }
    }

    private func subscribe(_ call: ControlCall) throws(ControlError) {
        var topics = SessionNotice.Topic.usual
        if let words = try call.optionalTexts("topics") {
            topics = []
            for word in words {
                guard let topic = SessionNotice.Topic(rawValue: word) else {
                    throw .invalidParams(
                        "There is no topic “\(Self.cut(word))”; topics are session, discovery, "
                            + "game, ride and rideLog."
                    )
                }
                topics.insert(topic)
            }
        }
        self.subscribers[call.client] = topics
        let words = SessionNotice.Topic.allCases.filter(topics.contains).map(\.rawValue)
        self.server?.answer(
            call,
            .object(JSONObject([("topics", .array(words.map { .string($0) }))]))
        )
    }

    private func answerIdentity(_ call: ControlCall) throws(ControlError) {
        let outcome: Result<JSONValue, IdentityDesk.Refusal>
        switch call.method {
        case .identityShow: outcome = .success(self.identities.shown)
        case .identityExport: outcome = .success(self.identities.exported)
        case .identityImport: outcome = self.identities.replace(byPEM: try call.text("pem"))
        case .identityReset: outcome = self.identities.reset()
        case .version, .status, .peers, .name, .visible, .connect, .disconnect, .block, .allow,
            .gameNew, .gameGuess, .gameAnswer, .gameCancel, .gameStatus, .gameHistory, .gameScores,
            .subscribe, .unsubscribe, .web, .rideRiders, .rideRoute, .rideYou, .rideLog, .rideHere,
            .rideStart, .rideAway, .rideGPSD, .rideStatus, .rideSimulants, .rideZones,
            .rideZoneAdd, .rideZoneRemove, .ridePrecision, .rideInvisible, .rideDice, .rideExport,
            .rideUpload:
            preconditionFailure("\(call.method) is not about the identity")
        }
        switch outcome {
        case .success(let result): self.server?.answer(call, result)
        case .failure(let refusal):
            self.server?.fail(call, code: .refused, message: refusal.sentence)
        }
    }
}

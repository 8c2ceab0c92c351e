/// Everything that a client can ask of a daemon, with the params that it takes.
///
/// The one list for both sides: the server refuses by it what the handler need not look at.
public enum ControlMethod: String, Sendable, CaseIterable {
    case version
    case status
    case peers
    case name
    case visible
    case connect
    case disconnect
    case block
    case allow
    case identityShow = "identity.show"
    case identityExport = "identity.export"
    case identityImport = "identity.import"
    case identityReset = "identity.reset"
    case gameNew = "game.new"
    case gameGuess = "game.guess"
    case gameAnswer = "game.answer"
    case gameCancel = "game.cancel"
    case gameStatus = "game.status"
    case gameHistory = "game.history"
    case gameScores = "game.scores"
    case rideRiders = "ride.riders"
    case rideRoute = "ride.route"
    case rideYou = "ride.you"
    case rideLog = "ride.log"
    case rideHere = "ride.here"
    case rideStart = "ride.start"
    case rideAway = "ride.away"
    case rideGPSD = "ride.gpsd"
    case rideStatus = "ride.status"
    case rideSimulants = "ride.simulants"
    case rideZones = "ride.zones"
    case rideZoneAdd = "ride.zone.add"
    case rideZoneRemove = "ride.zone.remove"
    case ridePrecision = "ride.precision"
    case rideInvisible = "ride.invisible"
    case rideDice = "ride.dice"
    case rideExport = "ride.export"
    case rideUpload = "ride.upload"
    case subscribe
    case unsubscribe
    case web

    /// The params, by name; any other is refused.
    public var parameters: [ControlParameter] {
        switch self {
        case .version, .status, .peers, .identityShow, .identityExport, .identityReset,
            .gameCancel, .gameStatus, .gameHistory, .gameScores, .rideRiders, .rideYou, .rideAway,
            .rideZones, .unsubscribe, .web:
            []
        case .name: [.required("name", .text), .optional("force", .flag)]
        case .visible, .rideInvisible: [.required("on", .flag)]
        case .connect, .block, .allow: [.required("peer", .text)]
        case .disconnect: [.optional("peer", .text)]
        case .identityImport: [.required("pem", .text)]
        case .gameNew:
            [
                .required("secret", .text), .optional("auto", .flag), .optional("low", .text),
                .optional("high", .text),
            ]
        case .gameGuess: [.required("number", .text)]
        case .gameAnswer: [.required("answer", .text), .optional("to", .text)]
        case .rideRoute: [.optional("owner", .text)]
        case .rideLog: [.optional("after", .integer)]
        case .rideHere: [.required("latitude", .number), .required("longitude", .number)]
        case .rideStart: [.optional("upload", .integer), .optional("speed", .number)]
        case .rideGPSD: [.optional("address", .text), .optional("off", .flag)]
        case .rideStatus: [.required("state", .text)]
        case .rideSimulants:
            [.optional("count", .integer), .optional("add", .flag), .optional("remove", .flag)]
        case .rideZoneAdd:
            [
                .required("name", .text), .required("latitude", .number),
                .required("longitude", .number), .required("radius", .number),
            ]
        case .rideZoneRemove: [.required("name", .text)]
        case .ridePrecision: [.optional("metres", .number)]
        case .rideDice: [.required("mode", .text)]
        case .rideExport: [.required("what", .text)]
        case .rideUpload: [.required("data", .text), .optional("upload", .integer)]
        case .subscribe: [.optional("topics", .texts)]
        }
    }
}

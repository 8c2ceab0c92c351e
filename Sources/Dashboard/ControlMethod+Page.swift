import Control

extension ControlMethod {
    /// Whether the page may call it: what it shows, the game and the ride.
    ///
    /// Less than the control socket on purpose. Whatever goes wrong in a browser must not reach the
    /// identity, the list of blocked peers, or what hides where its owner lives.
    var isForPage: Bool {
        switch self {
        case .version, .status, .peers, .gameNew, .gameGuess, .gameAnswer, .gameCancel,
            .gameStatus, .gameHistory, .gameScores, .rideRiders, .rideRoute, .rideYou, .rideLog,
            .rideHere, .rideStart, .rideAway, .rideStatus, .rideSimulants, .rideInvisible:
            true
        case .name, .visible, .connect, .disconnect, .block, .allow, .identityShow,
            .identityExport, .identityImport, .identityReset, .rideGPSD, .rideZones, .rideZoneAdd,
            .rideZoneRemove, .ridePrecision, .rideDice, .rideExport, .rideUpload, .subscribe,
            .unsubscribe, .web:
            false
        }
    }
}

import Control

/// `paceline ride away`: leave the map.
enum RideAwayCommand {
    static let command: Command = Command(
        name: "away",
        summary: "leave the map; what you are doing stays as it is",
        action: { invocation, console throws(CommandFailure) in
            try invocation.askForSentence(.rideAway, on: console)
        }
    )
}

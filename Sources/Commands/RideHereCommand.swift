import Control

/// `paceline ride here`: put oneself on the map by hand.
enum RideHereCommand {
    static let command: Command = Command(
        name: "here",
        summary: "stand at a place until you say otherwise",
        arguments: [
            Argument(name: "LAT,LON", help: Coordinate.help, isSpread: true)
        ],
        examples: [
            .init(line: "paceline ride here -33.8568,151.2153", meaning: "stand in Sydney"),
            .init(line: "paceline ride here 37.33182N 122.03118W", meaning: "stand in Cupertino"),
        ],
        action: { invocation, console throws(CommandFailure) in
            let place = try Coordinate(typed: invocation.text("LAT,LON"))
            try invocation.askForSentence(
                .rideHere,
                ["latitude": .double(place.latitude), "longitude": .double(place.longitude)],
                on: console
            )
        }
    )
}

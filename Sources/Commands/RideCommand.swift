/// `paceline ride`: where everybody rides, a verb at a time.
enum RideCommand {
    static let command: Command = Command(
        name: "ride",
        summary: "ride together, and see where everybody is",
        details: [
            """
            Every machine has one rider for its person, and simulants if it wants some. A rider \
            is Cruisin', Returnin', taking a Breather, has a Flat! or is Helpin' one who has. \
            Places are \(Coordinate.help).
            """
        ],
        examples: [
            .init(line: "paceline ride here 37.33182,-122.03118", meaning: "stand there"),
            .init(line: "paceline ride start --route loop.gpx --speed 24", meaning: "ride a file"),
            .init(line: "paceline ride map", meaning: "see everybody on a map"),
        ],
        subcommands: [
            RideRidersCommand.command,
            RideMapCommand.command,
            RideLogCommand.command,
            RideHereCommand.command,
            RideStartCommand.command,
            RideAwayCommand.command,
            RideGPSDCommand.command,
            RideStatusCommand.command,
            RideSimulantsCommand.command,
            RideZoneCommand.command,
            RidePrecisionCommand.command,
            RideInvisibleCommand.command,
            RideDiceCommand.command,
            RideExportCommand.command,
        ]
    )
}

import Control

/// `paceline ride zone`: places where others don't see one.
enum RideZoneCommand {
    static let command: Command = Command(
        name: "zone",
        summary: "keep places where others don't see you",
        details: [
            """
            While you are in a zone, or some way around it, nothing of you leaves this machine. \
            What is hidden is a larger circle about another centre, so that where you vanish \
            doesn't show the place itself.
            """
        ],
        examples: [
            .init(
                line: "paceline ride zone add home 37.33182,-122.03118 300",
                meaning: "hide within 300 m of there"
            )
        ],
        subcommands: [RideZoneCommand.list, RideZoneCommand.add, RideZoneCommand.remove]
    )

    private static let list: Command = Command(
        name: "list",
        summary: "list the zones",
        action: { invocation, console throws(CommandFailure) in
            let zones = try invocation.ask(.rideZones)
            if invocation.isJSON { return try console.show(zones) }
            let items = zones["zones"]?.items ?? []
            guard !items.isEmpty else {
                return try console.say(
                    "No zone hides you; `paceline ride zone add NAME LAT,LON RADIUS` makes one."
                )
            }
            let table = TextTable(
                heads: ["NAME", "PLACE", "RADIUS"],
                rows: items.map { zone in
                    [
                        .init(zone["name"]?.text ?? ""),
                        .init(Coordinate.text(zone["latitude"], zone["longitude"])),
                        .init(Length.text(metres: zone["radius"]?.number ?? .nan)),
                    ]
                }
            )
            try console.write(lines: table.lines(inColour: console.surroundings.hasColours))
        }
    )

    private static let add: Command = Command(
        name: "add",
        summary: "don't let others see you near a place",
        arguments: [
            Argument(name: "NAME", help: "what you call it; others never hear it"),
            Argument(name: "LAT,LON", help: Coordinate.help, isSpread: true),
            Argument(name: "RADIUS", help: "in metres, or as 1.5km; 50 m to 20 km"),
        ],
        action: { invocation, console throws(CommandFailure) in
            var place = invocation.words["LAT,LON"] ?? []
            var text = invocation.word("RADIUS") ?? ""
            if ["m", "km"].contains(text.lowercased()), let number = place.popLast() {
                text = "\(number) \(text)"
            }
            guard let radius = Length.metres(of: text), radius > 0 else {
                throw .usage("A radius is a number of metres above 0, or as 1.5km; not “\(text)”.")
            }
            let centre = try Coordinate(typed: place.joined(separator: " "))
            try invocation.askForSentence(
                .rideZoneAdd,
                [
                    "name": .string(try RideZoneCommand.name(of: invocation)),
                    "latitude": .double(centre.latitude),
                    "longitude": .double(centre.longitude), "radius": .double(radius),
                ],
                on: console
            )
        }
    )

    private static let remove: Command = Command(
        name: "remove",
        summary: "let others see you there again",
        arguments: [Argument(name: "NAME", help: "as `list` shows it")],
        action: { invocation, console throws(CommandFailure) in
            try invocation.askForSentence(
                .rideZoneRemove,
                ["name": .string(try RideZoneCommand.name(of: invocation))],
                on: console
            )
        }
    )

    private static func name(of invocation: Invocation) throws(CommandFailure) -> String {
        let name = invocation.word("NAME") ?? ""
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw .usage("A zone needs a name that is not empty.")
        }
        return name
    }
}

import Control

/// `paceline ride invisible`: whether others are told of one at all.
enum RideInvisibleCommand {
    static let command: Command = Command(
        name: "invisible",
        summary: "let others see you on the map, or not",
        arguments: [
            Argument(name: "STATE", help: "on: nobody else sees you", values: ["on", "off"])
        ],
        action: { invocation, console throws(CommandFailure) in
            try invocation.askForSentence(
                .rideInvisible,
                ["on": .bool(invocation.word("STATE") == "on")],
                on: console
            )
        }
    )
}

import Control

/// `paceline ride dice`: how often tyres go flat.
enum RideDiceCommand {
    static let command: Command = Command(
        name: "dice",
        summary: "choose which dice the simulants here roll",
        details: [
            """
            With the tutorial's dice three in four simulants stand with a flat tyre; with those of \
            a party three in four ride.
            """
        ],
        arguments: [
            Argument(name: "MODE", help: "whose dice", values: ["party", "tutorial"])
        ],
        action: { invocation, console throws(CommandFailure) in
            try invocation.askForSentence(
                .rideDice,
                ["mode": .string(invocation.word("MODE") ?? "")],
                on: console
            )
        }
    )
}

import Control

/// `paceline visible`: whether this machine advertises itself.
enum VisibleCommand {
    static let command: Command = Command(
        name: "visible",
        summary: "advertise this machine or not; joined peers stay",
        arguments: [
            Argument(name: "STATE", help: "whether others can find it", values: ["on", "off"])
        ],
        action: { invocation, console throws(CommandFailure) in
            try invocation.askForSentence(
                .visible,
                ["on": .bool(invocation.word("STATE") == "on")],
                on: console
            )
        }
    )
}

import Control
import Peers

/// `paceline name`: what others call this machine.
enum NameCommand {
    static let command: Command = Command(
        name: "name",
        summary: "change the name that others see",
        details: ["It is refused during a game, where a new name would confuse, unless forced."],
        arguments: [Argument(name: "NEW", help: "the new name, at most 63 bytes long")],
        options: [CommandOption(name: "--force", help: "change it during a game too")],
        action: { invocation, console throws(CommandFailure) in
            let name: DisplayName
            do throws(DisplayName.Problem) {
                name = try DisplayName(invocation.word("NEW") ?? "")
            } catch {
                throw .usage(error.description)
            }
            try invocation.askForSentence(
                .name,
                ["name": .string(name.text), "force": .bool(invocation.has("--force"))],
                on: console
            )
        }
    )
}

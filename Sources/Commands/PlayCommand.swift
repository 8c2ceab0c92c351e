/// `paceline play`: the game at a prompt.
enum PlayCommand {
    static let command: Command = Command(
        name: "play",
        summary: "play the secret-number game at a prompt",
        action: { _, _ throws(CommandFailure) in throw .fault("Not yet.") }
    )
}

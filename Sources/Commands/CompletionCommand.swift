/// `paceline completion`: what a shell needs to complete command lines.
enum CompletionCommand {
    static let command: Command = Command(
        name: "completion",
        summary: "print a completion script for a shell",
        arguments: [
            Argument(name: "SHELL", help: "whose script", values: ["bash", "zsh", "fish"])
        ],
        examples: [
            .init(
                line: "source <(paceline completion bash)",
                meaning: "complete in this bash from now on"
            )
        ],
        action: { invocation, console throws(CommandFailure) in
            let root = CommandTable.root
            switch invocation.word("SHELL") {
            case "zsh": try console.write(lines: CompletionScript.zsh(of: root))
            case "fish": try console.write(lines: CompletionScript.fish(of: root))
            default: try console.write(lines: CompletionScript.bash(of: root))
            }
        }
    )
}

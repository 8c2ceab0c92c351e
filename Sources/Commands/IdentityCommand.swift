import Control

/// `paceline identity`: the key that makes this machine the peer that it is.
enum IdentityCommand {
    static let command: Command = Command(
        name: "identity",
        summary: "show, keep or replace this machine's identity",
        details: [
            """
            The identity is a secret key; its PeerID is how others know this machine. Whoever has \
            the exported file can pass for it.
            """
        ],
        subcommands: [
            IdentityCommand.show, IdentityCommand.export, IdentityCommand.import,
            IdentityCommand.reset,
        ]
    )

    private static let show: Command = Command(
        name: "show",
        summary: "show the PeerID, and the file that holds the key",
        action: { invocation, console throws(CommandFailure) in
            let identity = try invocation.ask(.identityShow)
            if invocation.isJSON { return try console.show(identity) }
            let id = identity["id"]?.text ?? ""
            try console.say("\(identity["short"]?.text ?? ShortID.text(id))  (\(id))")
            if let file = identity["file"]?.text { try console.say("The key is in \(file).") }
        }
    )

    private static let export: Command = Command(
        name: "export",
        summary: "write the secret key to a file, or to standard output",
        arguments: [
            Argument(
                name: "FILE",
                help: "made with mode 0600; absent: standard output",
                isOptional: true,
                isFile: true
            )
        ],
        options: [CommandOption(name: "--force", help: "replace a file that exists")],
        action: { invocation, console throws(CommandFailure) in
            let identity = try invocation.ask(.identityExport)
            guard let pem = identity["pem"]?.text else {
                throw .control(.garbled("an identity without its key."))
            }
            guard let file = invocation.word("FILE") else {
                return try invocation.isJSON ? console.show(identity) : console.write(pem)
            }
            try LocalFile.writePrivately(pem, to: file, isReplacing: invocation.has("--force"))
            let sentence = "The identity is in \(file); whoever has it can pass for this machine."
            if invocation.isJSON { return try console.show(["message": .string(sentence)]) }
            try console.say(sentence)
        }
    )

    private static let `import`: Command = Command(
        name: "import",
        summary: "take the identity from a file at the daemon's next start",
        arguments: [
            Argument(name: "FILE", help: "what `export` wrote; - for standard input", isFile: true)
        ],
        action: { invocation, console throws(CommandFailure) in
            let pem = try LocalFile.text(of: invocation.word("FILE") ?? "-")
            guard pem.contains("-----BEGIN ") else {
                throw .refused("That is no identity: no line begins with -----BEGIN.")
            }
            try invocation.askForSentence(.identityImport, ["pem": .string(pem)], on: console)
        }
    )

    private static let reset: Command = Command(
        name: "reset",
        summary: "make a new identity at the daemon's next start",
        details: ["Others then see a stranger; the old key is kept beside the new one."],
        options: [CommandOption(name: "--yes", help: "don't ask for confirmation")],
        action: { invocation, console throws(CommandFailure) in
            if !invocation.has("--yes") { try IdentityCommand.confirm(on: console) }
            try invocation.askForSentence(.identityReset, on: console)
        }
    )

    private static func confirm(on console: Console) throws(CommandFailure) {
        guard console.surroundings.isInputTerminal, console.surroundings.isOutputTerminal else {
            throw .usage("`paceline identity reset` needs --yes where nobody can be asked.")
        }
        try console.write("Others will see this machine as a stranger. Reset the identity? [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(answer) else {
            throw .refused("The identity stays as it is.")
        }
    }
}

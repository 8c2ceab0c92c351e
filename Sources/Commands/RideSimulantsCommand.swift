import Control

/// `paceline ride simulants`: how many riders without a person this machine has.
enum RideSimulantsCommand {
    private static let name = "N|add|remove"

    static let command: Command = Command(
        name: "simulants",
        summary: "say how many simulants ride here, or see it",
        arguments: [
            Argument(
                name: name,
                help: "so many, one more or one fewer; absent: how many there are",
                isOptional: true,
                suggestions: ["add", "remove"]
            )
        ],
        action: { invocation, console throws(CommandFailure) in
            guard let word = invocation.word(RideSimulantsCommand.name) else {
                return try RideSimulantsCommand.count(invocation, console)
            }
            var params = JSONObject()
            switch word.lowercased() {
            case "add": params["add"] = true
            case "remove": params["remove"] = true
            default:
                let isNumber = word.utf8.allSatisfy { (0x30...0x39).contains($0) }
                guard isNumber, let count = Int64(word) else {
                    throw .usage(
                        "`paceline ride simulants` takes a number, add or remove, not “\(word)”."
                    )
                }
                params["count"] = .int(count)
            }
            try invocation.askForSentence(.rideSimulants, params, on: console)
        }
    )

    private static func count(
        _ invocation: Invocation,
        _ console: Console
    ) throws(CommandFailure) {
        let count = try invocation.ask(.rideYou)["simulants"]?.integer ?? 0
        if invocation.isJSON { return try console.show(["simulants": .int(count)]) }
        switch count {
        case 0: try console.say("No simulant rides here.")
        case 1: try console.say("1 simulant rides here.")
        default: try console.say("\(count) simulants ride here.")
        }
    }
}

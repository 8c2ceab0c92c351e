import Control

/// `paceline ride gpsd`: let a receiver say where one is.
enum RideGPSDCommand {
    static let command: Command = Command(
        name: "gpsd",
        summary: "let a gpsd say where you are",
        details: [
            "A gpsd reads a receiver of satellites, and serves what it says at a port."
        ],
        arguments: [
            Argument(
                name: "HOST:PORT",
                help: "where gpsd listens; absent: localhost:2947",
                isOptional: true
            )
        ],
        options: [CommandOption(name: "--off", help: "listen to gpsd no longer")],
        action: { invocation, console throws(CommandFailure) in
            var params = JSONObject()
            let address = invocation.word("HOST:PORT")
            if invocation.has("--off") {
                guard address == nil else {
                    throw .usage("`paceline ride gpsd` takes HOST:PORT or --off, not both.")
                }
                params["off"] = true
            } else if let address {
                guard address.contains(where: { !$0.isWhitespace }) else {
                    throw .usage("`paceline ride gpsd` needs a HOST:PORT that is not empty.")
                }
                params["address"] = .string(address)
            }
            try invocation.askForSentence(.rideGPSD, params, on: console)
        }
    )
}

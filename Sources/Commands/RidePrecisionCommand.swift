import Control

/// `paceline ride precision`: how exactly others are told where one is.
enum RidePrecisionCommand {
    static let command: Command = Command(
        name: "precision",
        summary: "say how exactly others see where you are",
        arguments: [
            Argument(
                name: "METRES|exact",
                help: "the side of the squares of which they learn only the middle, as 500 or 1km",
                isSpread: true,
                suggestions: ["exact"]
            )
        ],
        action: { invocation, console throws(CommandFailure) in
            let text = invocation.text("METRES|exact")
            var params = JSONObject()
            if text.lowercased() != "exact" {
                guard let metres = Length.metres(of: text), metres > 0 else {
                    throw .usage(
                        "`paceline ride precision` takes a number of metres above 0, or exact, not "
                            + "“\(text)”."
                    )
                }
                params["metres"] = .double(metres)
            }
            try invocation.askForSentence(.ridePrecision, params, on: console)
        }
    )
}

import Control

/// `paceline ride status`: what one is doing, or is to do.
enum RideStatusCommand {
    static let command: Command = Command(
        name: "status",
        summary: "say what you are doing, or see how you ride",
        details: [
            """
            Cruisin' and Returnin' lead to a Breather or a Flat!, and those lead back. You may \
            begin Helpin' from each of them: whoever near you has a flat tyre goes on then.
            """
        ],
        arguments: [
            Argument(
                name: "STATE",
                help: "what you do from now on; absent: everything about your riding",
                isOptional: true,
                values: RiderState.allCases.map(\.rawValue),
                isForgiving: true
            )
        ],
        action: { invocation, console throws(CommandFailure) in
            if let state = invocation.word("STATE") {
                return try invocation.askForSentence(
                    .rideStatus,
                    ["state": .string(state)],
                    on: console
                )
            }
            let you = try invocation.ask(.rideYou)
            if invocation.isJSON { return try console.show(you) }
            for sentence in RideStatusCommand.sentences(of: you) {
                try console.say(sentence)
            }
        }
    )

    // MARK: YOU in words

    static func sentences(of you: JSONValue) -> [String] {
        [self.doing(you), self.place(you)] + self.receiver(you)
            + [self.privacy(you), self.company(you)]
    }

    private static func doing(_ you: JSONValue) -> String {
        let state = RiderState.title(of: you["state"]?.text ?? "")
        let next = (you["next"]?.items ?? []).compactMap(\.text).map(RiderState.title)
        let name = you["name"]?.text.map { "\($0), you are" } ?? "You are"
        guard let last = next.last else { return "\(name) \(state)." }
        let others = next.dropLast().joined(separator: ", ")
        let ways = others.isEmpty ? last : "\(others) or \(last)"
        return "\(name) \(state); next you can be \(ways)."
    }

    private static func place(_ you: JSONValue) -> String {
        let place = Coordinate.text(you["latitude"], you["longitude"])
        let isPlaced = you["latitude"]?.number != nil && you["longitude"]?.number != nil
        switch you["source"]?.text {
        case "placed": return "You stand at \(place), where you put yourself."
        case "route": return "You ride a route, and are at \(place)."
        case "gpsd":
            return isPlaced
                ? "You are at \(place), as gpsd says." : "gpsd has not yet said where you are."
        default:
            return """
                You are off the map; `paceline ride here LAT,LON`, `ride start` and `ride gpsd` \
                put you there.
                """
        }
    }

    private static func receiver(_ you: JSONValue) -> [String] {
        guard let gpsd = you["gpsd"], gpsd.object != nil else { return [] }
        let address = gpsd["address"]?.text ?? "its address"
        let state =
            switch gpsd["state"]?.text {
            case "connecting": "is being called"
            case "noFix": "has no fix yet"
            case "fix": "has a fix"
            case "lost": "is lost"
            default: "is \(gpsd["state"]?.text ?? "there")"
            }
        let detail = gpsd["detail"]?.text.map { " \($0)" } ?? ""
        return ["The gpsd at \(address) \(state).\(detail)"]
    }

    private static func privacy(_ you: JSONValue) -> String {
        if you["invisible"]?.flag == true { return "You are invisible: others don't see you." }
        if you["hidden"]?.flag == true { return "You are in a zone: others don't see you here." }
        if let metres = you["precision"]?.number {
            return "Others see where you are to \(Length.text(metres: metres))."
        }
        return "Others see exactly where you are."
    }

    private static func company(_ you: JSONValue) -> String {
        func counted(_ name: String, _ one: String, _ many: String) -> String {
            let count = you[name]?.integer ?? 0
            return count == 1 ? "1 \(one)" : "\(count == 0 ? "no" : "\(count)") \(many)"
        }
        let dice = you["dice"]?.text ?? "tutorial"
        return "You have \(counted("simulants", "simulant", "simulants")), "
            + "\(counted("zones", "zone", "zones")), and the dice of the \(dice)."
    }
}

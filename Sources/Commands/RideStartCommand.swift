import Control

/// `paceline ride start`: ride a route.
enum RideStartCommand {
    static let command: Command = Command(
        name: "start",
        summary: "ride a route",
        details: [
            """
            You ride while you are Cruisin', and back while you are Returnin'. A file is taken \
            with its times, if it has them, unless --speed says otherwise.
            """
        ],
        options: [
            CommandOption(
                name: "--route",
                value: "FILE.gpx",
                help: "the route; - for standard input; absent: the one that is there",
                isFile: true
            ),
            CommandOption(name: "--speed", value: "KMH", help: "how fast, in kilometres an hour"),
        ],
        examples: [
            .init(line: "paceline ride start --route loop.gpx", meaning: "ride as it was recorded"),
            .init(line: "paceline ride start --speed 30", meaning: "ride the route that is there"),
        ],
        action: { invocation, console throws(CommandFailure) in
            var params = JSONObject()
            if let text = invocation.options["--speed"] {
                params["speed"] = .double(try RideStartCommand.metresPerSecond(of: text))
            }
            guard let path = invocation.options["--route"] else {
                return try invocation.askForSentence(.rideStart, params, on: console)
            }
            let file = try LocalFileReader(path)
            let upload = try RouteUpload(of: file, invocation, console)
            let result = try upload.run(starting: params)
            if invocation.isJSON { return try console.show(result) }
            if let message = result["message"]?.text { try console.say(message) }
            if let warning = result["warning"]?.text { console.warn(warning) }
        }
    )

    private static func metresPerSecond(of text: String) throws(CommandFailure) -> Double {
        if let speed = DecimalText.value(of: text), speed > 0 { return speed / 3.6 }
        let hint = DecimalText.hasDecimalComma(text) ? ", with a point before a fraction" : ""
        throw .usage(
            "--speed takes kilometres an hour above 0\(hint), as in --speed 24.5; not “\(text)”."
        )
    }
}

import Control

/// `paceline ride export`: take a route or a track home as a file.
enum RideExportCommand {
    static let command: Command = Command(
        name: "export",
        summary: "write this machine's route, or the track that you rode, as GPX",
        arguments: [
            Argument(name: "WHAT", help: "what is written", values: ["route", "track"]),
            Argument(
                name: "FILE",
                help: "made with mode 0600; absent or -: standard output",
                isOptional: true,
                isFile: true
            ),
        ],
        options: [CommandOption(name: "--force", help: "replace a file that exists")],
        action: { invocation, console throws(CommandFailure) in
            let what = invocation.word("WHAT") ?? ""
            let document = try invocation.ask(.rideExport, ["what": .string(what)])
            guard let gpx = document["gpx"]?.text else {
                throw .control(.garbled("a \(what) without its GPX."))
            }
            guard let file = invocation.word("FILE"), file != "-" else {
                guard !invocation.isJSON else { return try console.show(document) }
                // Names in it may have come with a file from anywhere.
                let document = Printable.markup(gpx)
                return try console.write(document.hasSuffix("\n") ? document : document + "\n")
            }
            try LocalFile.writePrivately(gpx, to: file, isReplacing: invocation.has("--force"))
            let points = document["points"]?.integer ?? 0
            let count = points == 1 ? "1 point" : "\(points) points"
            let sentence = "The \(what) of \(count) is in \(file)."
            if invocation.isJSON { return try console.show(["message": .string(sentence)]) }
            try console.say(sentence)
        }
    )
}

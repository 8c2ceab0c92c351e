import Control

/// `paceline ride map`: where everybody is.
enum RideMapCommand {
    static let command: Command = Command(
        name: "map",
        summary: "see everybody on a map that fills the terminal",
        details: [
            """
            Riders are coloured by what they do; arrows at the edges point to those beyond them. \
            Keys: + and - zoom, the arrows or h, j, k and l pan, f or 0 shows everybody, c is you, \
            n follows the next rider, r looks for another route, ? helps, q or Ctrl-C quits.
            """,
            """
            Without a terminal, or with TERM=dumb, it writes one picture of COLUMNS by LINES \
            characters, or of 80 by 24. When the daemon goes away it is waited for, for 5 s, \
            before the map ends with status 69.
            """,
        ],
        action: { invocation, console throws(CommandFailure) in
            guard !invocation.isJSON else {
                throw .usage(
                    "`paceline ride map` is for people; `paceline ride riders` takes --json."
                )
            }
            let surroundings = console.surroundings
            if surroundings.isInputTerminal, surroundings.hasScreen {
                return try MapSession(at: try invocation.socketPath(), console: console).run()
            }
            try RideMapCommand.draw(invocation, console)
        }
    )

    /// Writes one picture.
    private static func draw(
        _ invocation: Invocation,
        _ console: Console
    ) throws(CommandFailure) {
        let surroundings = console.surroundings
        var machine = MapStateMachine(
            columns: surroundings.columns,
            rows: surroundings.rows,
            isInteractive: false
        )
        let riders = try invocation.ask(.rideRiders)
        do throws(CommandFailure) {
            machine.learned(route: try invocation.ask(.rideRoute))
        } catch {
            // That there is no route is no reason to show no riders.
            guard error.exitStatus == 1 else { throw error }
        }
        machine.learned(riders: riders)
        try console.write(lines: machine.lines(inColour: surroundings.hasColours))
    }
}

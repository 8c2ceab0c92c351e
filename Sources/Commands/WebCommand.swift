import Control

/// `paceline web`: where the daemon's page is, with the token that it wants.
enum WebCommand {
    static let command: Command = Command(
        name: "web",
        summary: "print the address of the daemon's web page, and open it",
        details: [
            """
            The address ends in a token, which lets whoever has it act for you until the daemon \
            ends. The page opens in a browser where there is a display and `xdg-open`; the token \
            reaches the browser by a file that you alone can read, not by a command line.
            """
        ],
        options: [CommandOption(name: "--print", help: "print it only")],
        action: { invocation, console throws(CommandFailure) in
            let page = try invocation.ask(.web)
            if invocation.isJSON { return try console.show(page) }
            guard let address = page["url"]?.text else {
                throw .fault("The daemon sent no address of its page.")
            }
            try console.say(address)
            if !invocation.has("--print"), console.surroundings.hasDisplay {
                try Browser.open(address)
            }
        }
    )
}

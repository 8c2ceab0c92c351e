import Control
import Glibc
import Platform

/// The companion program: reads a command line, and does what it says.
public enum Companion {
    /// Runs with the words after the program's name, and returns the status to exit with.
    ///
    /// 0 done; 1 refused; 64 wrong usage; 69 no daemon; 70 a fault of ours.
    public static func run(_ words: [String]) -> Int32 {
        Inheritance.settle()
        // A reader that has gone is an answer to `write`, not the end of us.
        signal(SIGPIPE, SIG_IGN)
        return self.run(words, on: .ofProcess())
    }

    /// The same, on a given console.
    public static func run(_ words: [String], on console: Console) -> Int32 {
        do {
            try self.carryOut(CommandLineParser.parse(words), on: console)
            return 0
        } catch {
            let sentence = error.description
            if !sentence.isEmpty { console.warn(sentence) }
            for candidate in error.candidates {
                console.warn(candidate)
            }
            return error.exitStatus
        }
    }

    private static func carryOut(
        _ request: CommandLineParser.Request,
        on console: Console
    ) throws(CommandFailure) {
        switch request {
        case .run(let command, let invocation):
            try command.action?(invocation, console)
        case .help(let path):
            try console.write(lines: HelpCommand.lines(for: path))
        case .version:
            try console.say("paceline \(Release.version)")
        }
    }
}

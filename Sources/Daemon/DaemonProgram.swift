import Platform

/// What `pacelined` does, from its arguments to its exit status.
public enum DaemonProgram {
    /// Answers a question, or runs the daemon until it is stopped.
    ///
    /// Ends the process with a sentence on standard error when it can't: status 64 for an option
    /// that can't be followed, and else what the failure says.
    public static func run() {
        Inheritance.settle()
        switch self.request() {
        case .help: Console.output(DaemonOptions.help)
        case .version: Console.output("pacelined \(DaemonVersion.text)\n")
        case .run(let options):
            do throws(DaemonFailure) {
                try DaemonRoot.run(options)
            } catch {
                self.fail(error.sentence, error.exitStatus)
            }
        }
    }

    private static func request() -> DaemonOptions.Request {
        do {
            let arguments = try Surroundings.arguments()
            return try DaemonOptions.question(in: arguments)
                ?? DaemonOptions.parse(arguments, configuration: try DaemonOptions.configured())
        } catch let error as PlatformError {
            // An argument is told wrong; a file that can't be read is the system's no.
            if case .notUTF8 = error { self.fail("\(error)", 64) }
            self.fail("\(error)", 1)
        } catch {
            self.fail("\(error)", 64)
        }
    }

    private static func fail(_ sentence: String, _ status: Int32) -> Never {
        Console.error("pacelined: \(sentence)")
        Console.exit(status)
    }
}

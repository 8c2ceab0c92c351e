import Daemon
import Platform

func fail(_ sentence: String, _ status: Int32) -> Never {
    Console.error("pacelined: \(sentence)")
    Console.exit(status)
}

Inheritance.settle()
let request: DaemonOptions.Request
do {
    let arguments = try Surroundings.arguments()
    request =
        try DaemonOptions.question(in: arguments)
        ?? DaemonOptions.parse(arguments, configuration: try DaemonOptions.configured())
} catch let error as PlatformError {
    // An argument is told wrong; a file that can't be read is the system's no.
    if case .notUTF8 = error { fail("\(error)", 64) }
    fail("\(error)", 1)
} catch {
    fail("\(error)", 64)
}

switch request {
case .help: Console.output(DaemonOptions.help)
case .version: Console.output("pacelined \(DaemonVersion.text)\n")
case .run(let options):
    do throws(DaemonFailure) {
        try DaemonRoot.run(options)
    } catch {
        fail(error.sentence, error.exitStatus)
    }
}

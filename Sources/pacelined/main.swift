import Daemon
import Platform

func fail(_ sentence: String, _ status: Int32) -> Never {
    Console.error("pacelined: \(sentence)")
    Console.exit(status)
}

let request: DaemonOptions.Request
do {
    request = try DaemonOptions.parse(
        Array(CommandLine.arguments.dropFirst()), configuration: try DaemonOptions.configured())
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

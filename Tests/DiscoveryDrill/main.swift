import DiscoveryStorm
import Glibc
import ServiceDiscovery

// Runs on a host of `scripts/lan`, where a test process can't go itself.

let words = Array(CommandLine.arguments.dropFirst())
let numbers = words.dropFirst().compactMap { Int($0) }
switch (words.first, numbers.count) {
case ("storm", 3):
    let storm = Storm(drivers: numbers[0]) { (handler) throws(ServiceDiscoveryError) in
        Storm.Subject(try ServiceDiscovery(type: "_paceline._tcp", handler: handler)) { nil }
    }
    let report = storm.run(cycles: numbers[1], spinners: numbers[2])
    print(report)
    for fault in report.faults { print(fault) }
    exit(report.faults.isEmpty && report.before == report.after ? 0 : 1)
case ("watch", 0):
    try Lookout.run()
default:
    print("usage: DiscoveryDrill storm DRIVERS CYCLES SPINNERS | watch")
    exit(64)
}

import EventLoop
import GPS
import Glibc

// Follows a gpsd, and prints a line for all that is told of it, until a signal ends it. Runs on a
// host of `scripts/lan`, where a test process can't go itself.

/// At once, and not when a buffer is full.
func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    write(STDOUT_FILENO, bytes, bytes.count)
}

func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "-" }

func line(of event: GPSEvent) -> String {
    switch event {
    case .connected(let release): "connected \(release)"
    case .devices(let count): "devices \(count)"
    case .lost(let why): "lost \(why)"
    case .fix(let fix):
        "fix \(fix.mode) time \(text(fix.timeMilliseconds)) at \(text(fix.latitude))"
            + " \(text(fix.longitude)) \(text(fix.altitude)) speed \(text(fix.speed))"
            + " track \(text(fix.track)) error \(text(fix.error)) of \(text(fix.device))"
    }
}

guard CommandLine.arguments.count == 2, let address = GPSAddress(CommandLine.arguments[1]) else {
    print("usage: GPSDrill HOST[:PORT]")
    exit(64)
}
let loop = try Loop()
_ = GPSClient(on: loop, to: address) { say(line(of: $0)) }
loop.run()

import Control
import Dashboard
import LoopTesting
import Testing

/// What a page hears, and what it can catch up on.
@Suite struct EventTests {
    private struct Event: Equatable {
        var name = ""
        var id = ""
        var data = ""

        /// Reads the next event of a stream; heartbeats are none.
        init(from client: TCPClient) {
            var text = ""
            repeat { text = client.read(until: "\n\n") } while text == ":\n\n"
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: ": ", maxSplits: 1)
                guard parts.count == 2 else { continue }
                switch parts[0] {
                case "event": self.name = String(parts[1])
                case "id": self.id = String(parts[1])
                default: self.data = String(parts[1])
                }
            }
        }
    }

    private func withDashboard(_ body: (RunningDashboard) throws -> Void) throws {
        let dashboard = try RunningDashboard()
        defer { dashboard.stop() }
        try body(dashboard)
    }

    private func events(_ count: Int, of client: TCPClient) -> [Event] {
        (0..<count).map { _ in Event(from: client) }
    }

    /// A stream that is open: its head is read.
    private func opened(_ client: TCPClient) -> TCPClient {
        #expect(HTTPReply(from: client).status == 200)
        return client
    }

    @Test func `a page hears what happens, in order and with ids`() throws {
        try self.withDashboard { dashboard in
            let page = self.opened(dashboard.follow())
            #expect(Event(from: page).data == #"{"resumed":false}"#)
            for line in ["one", "two", "three"] { dashboard.tell(line) }
            let heard = self.events(3, of: page)
            #expect(heard.map(\.data) == ["one", "two", "three"].map { #"{"line":"\#($0)"}"# })
            #expect(heard.map(\.name) == ["event", "event", "event"])
            #expect(Set(heard.map(\.id)).count == 3)
        }
    }

    @Test func `the log of the ride is not told, and takes nothing from the others`() throws {
        try self.withDashboard { dashboard in
            let page = self.opened(dashboard.follow())
            #expect(Event(from: page).data == #"{"resumed":false}"#)
            dashboard.tell(["topic": "ride", "line": "a flat is repaired"])
            for number in 0..<300 {
                dashboard.tell(["topic": "rideLog", "line": .string("Rolled a \(number)")])
            }
            dashboard.tell(["topic": "game", "line": "a game begins"])
            #expect(Event(from: page).data == #"{"topic":"ride","line":"a flat is repaired"}"#)
            #expect(Event(from: page).data == #"{"topic":"game","line":"a game begins"}"#)
            let late = self.opened(dashboard.follow())
            let kept = self.events(3, of: late).map(\.data)
            #expect(kept.dropFirst().first == #"{"topic":"ride","line":"a flat is repaired"}"#)
        }
    }

    @Test func `a page that comes back hears exactly what it has missed`() throws {
        try self.withDashboard { dashboard in
            let page = self.opened(dashboard.follow())
            for number in 1...10 { dashboard.tell("\(number)") }
            let heard = self.events(11, of: page)
            for seen in 0...10 {
                let again = self.opened(dashboard.follow(after: heard[seen].id))
                #expect(Event(from: again).data == #"{"resumed":true}"#)
                #expect(self.events(10 - seen, of: again) == Array(heard[(seen + 1)...]))
                // Coming back once more without having heard anything new is no loss either.
                let twice = self.opened(dashboard.follow(after: heard[seen].id))
                #expect(Event(from: twice).id == heard[seen].id)
            }
        }
    }

    @Test func `who has missed too much, or comes from another run, is told so`() throws {
        try self.withDashboard { dashboard in
            let page = self.opened(dashboard.follow())
            for number in 1...300 { dashboard.tell("\(number)") }
            let heard = self.events(301, of: page)
            let run = try #require(heard[0].id.split(separator: "-").first)
            // The ring holds 256: 45 to 300.
            let edge = self.opened(dashboard.follow(after: heard[44].id))
            #expect(Event(from: edge).data == #"{"resumed":true}"#)
            #expect(Event(from: edge) == heard[45])
            for lastID in [
                heard[43].id, heard[0].id, "\(run)-301", "\(run)-18446744073709551615",
                "\(run)-18446744073709551616", "\(run)--1", "\(run)-", "-5", "\(run)-0x5",
                "other-200", "200", "\(run)-+200", "é",
            ] {
                let anew = self.opened(dashboard.follow(after: lastID))
                #expect(Event(from: anew).data == #"{"resumed":false}"#, "\(lastID)")
                #expect(self.events(256, of: anew) == Array(heard[45...]))
            }
        }
    }

    @Test func `a slow page is cut off, and the others hear everything`() throws {
        try self.withDashboard { dashboard in
            let slow = self.opened(dashboard.follow(window: 4_096))
            let quick = self.opened(dashboard.follow())
            _ = [Event(from: slow), Event(from: quick)]
            let line = String(repeating: "e", count: 60_000)
            // More than the kernel (4 MB) and the server (256 KiB) hold for one page.
            for number in 0..<100 {
                dashboard.tell("\(number) \(line)")
                let isHeard = Event(from: quick).data.hasPrefix(#"{"line":"\#(number) e"#)
                #expect(isHeard, "event \(number)")
            }
            #expect(slow.readToEnd().utf8.count < 100 * line.utf8.count)
            #expect(dashboard.call("status").status == 200)
        }
    }

    // MARK: The port

    @Test func `a port asked for and taken is an error, the default yields`() throws {
        try self.withDashboard { dashboard in
            #expect(throws: (any Error).self) { try RunningDashboard(at: .port(dashboard.port)) }
            let one = try RunningDashboard(at: .standard)
            defer { one.stop() }
            let other = try RunningDashboard(at: .standard)
            defer { other.stop() }
            #expect(one.port != other.port)
            #expect(other.port != 7_434)
            for running in [one, other] {
                #expect(running.ask("GET /").status == 200)
                let client = TCPClient(port: running.port, isIPv6: true)
                client.send("GET / HTTP/1.1\r\nHost: [::1]:\(running.port)\r\n\r\n")
                #expect(HTTPReply(from: client).status == 200)
            }
        }
    }
}

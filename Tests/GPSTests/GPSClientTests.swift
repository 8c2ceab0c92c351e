import EventLoop
import LoopTesting
import Testing

@testable import GPS

/// The client against a gpsd that is made of a listener, on one loop.
@Suite struct GPSClientTests {
    /// Tries again at once, and waits as long as any test may take.
    private static let patient = GPSTimes(
        connect: RunningLoop.deadline,
        greeting: RunningLoop.deadline,
        silence: RunningLoop.deadline,
        rests: [.milliseconds(1)]
    )
    private static let watch = #"?WATCH={"enable":true,"json":true};"#

    private static func report(_ latitude: Double) -> [UInt8] {
        Array(#"{"class":"TPV","mode":3,"lat":\#(latitude),"lon":-0.5}\#r\#n"#.utf8)
    }

    private static func fix(_ latitude: Double) -> GPSEvent {
        .fix(GPSFix(mode: 3, latitude: latitude, longitude: -0.5))
    }

    private static func address(_ port: UInt16, host: String = "127.0.0.1") -> GPSAddress {
        guard let address = GPSAddress("\(host):\(port)") else {
            preconditionFailure("\(host) is no host.")
        }
        return address
    }

    private static func lost(_ event: GPSEvent, because part: String) -> Bool {
        if case .lost(let why) = event { why.contains(part) } else { false }
    }

    // MARK: The talk

    @Test func `greeted, it asks once and tells all that comes`() throws {
        let events = Box<[GPSEvent]>([])
        let requests = Box<[String]>([])
        try RunningLoop.run { loop, done in
            let gpsd = FakeGPSD(on: loop) { gpsd, stream, _ in
                stream.write(Array(FakeGPSD.devices.utf8) + Self.report(1) + Self.report(2))
                requests.value = gpsd.requests
            }
            _ = GPSClient(on: loop, to: Self.address(gpsd.port), times: Self.patient) { event in
                events.value.append(event)
                if event == Self.fix(2) { done() }
            }
        }
        #expect(
            events.value == [.connected(release: "3.22"), .devices(1), Self.fix(1), Self.fix(2)]
        )
        #expect(requests.value == [Self.watch])
    }

    @Test func `a report may be cut at any byte on its way`() throws {
        let report = Self.report(51.25)
        let fixes = Box(0)
        try RunningLoop.run { loop, done in
            let gpsd = FakeGPSD(on: loop) { gpsd, stream, _ in
                // Asked for its receivers, gpsd knows that everything up to here has been read.
                let place = gpsd.requests.count - 1
                if place > 0 {
                    stream.write(Array(report[(place - 1)...]) + Array(FakeGPSD.devices.utf8))
                }
                if place < report.count {
                    stream.write(Array(FakeGPSD.device.utf8) + report[..<place])
                }
            }
            _ = GPSClient(on: loop, to: Self.address(gpsd.port), times: Self.patient) { event in
                guard event == Self.fix(51.25) else { return }
                fixes.value += 1
                if fixes.value == report.count { done() }
            }
        }
        #expect(fixes.value == report.count)
    }

    @Test func `what is no report is counted, and the next one is read`() throws {
        let counters = Box(GPSCounters())
        let events = Box<[GPSEvent]>([])
        try RunningLoop.run { loop, done in
            let gpsd = FakeGPSD(on: loop) { _, stream, _ in
                let long = [UInt8](repeating: UInt8(ascii: "{"), count: 1_000_000) + [10]
                let cut = Self.report(9).dropLast(4) + [13, 10]
                let bytes = long + [0, 255, 10] + cut + Array("\r\n\n{}\n".utf8) + Self.report(1)
                stream.write(bytes)
            }
            let client = Box<GPSClient?>(nil)
            client.value = GPSClient(
                on: loop,
                to: Self.address(gpsd.port),
                times: Self.patient
            ) { event in
                events.value.append(event)
                guard event == Self.fix(1) else { return }
                counters.value = client.value?.counters ?? GPSCounters()
                client.value?.close()
                done()
            }
        }
        #expect(events.value == [.connected(release: "3.22"), Self.fix(1)])
        #expect(counters.value.lines == 6)
        #expect(counters.value.skipped == 1)
        #expect(counters.value.malformed == 3)
    }

    @Test func `the first address of a name needn't be the one`() throws {
        try RunningLoop.run { loop, done in
            // This machine's name leads to ::1 first, where nobody listens.
            let gpsd = FakeGPSD(on: loop) { _, _, _ in }
            let address = Self.address(gpsd.port, host: "localhost")
            _ = GPSClient(on: loop, to: address, times: Self.patient) { event in
                if event == .connected(release: "3.22") { done() }
            }
        }
    }

    // MARK: Gone

    @Test func `a gpsd that goes and comes back is found again, and half a line is none`() throws {
        let events = Box<[GPSEvent]>([])
        try RunningLoop.run { loop, done in
            let gpsd = FakeGPSD(on: loop) { gpsd, stream, _ in
                stream.write(Self.report(1) + Self.report(2).dropLast(2)) {
                    loop.later { gpsd.close() }
                }
            }
            let next = Box<FakeGPSD?>(nil)
            let port = gpsd.port
            _ = GPSClient(on: loop, to: Self.address(port), times: Self.patient) { event in
                events.value.append(event)
                if Self.lost(event, because: "refused") {
                    next.value = FakeGPSD(on: loop, port: port) { _, stream, _ in
                        stream.write(Self.report(3))
                    }
                }
                if event == Self.fix(3) { done() }
            }
        }
        let told = events.value
        try #require(told.count == 6, "\(told)")
        #expect(told[0] == .connected(release: "3.22"))
        #expect(told[1] == Self.fix(1))
        #expect(Self.lost(told[2], because: "closed the connection"), "\(told)")
        #expect(Self.lost(told[3], because: "refused"), "\(told)")
        #expect(told[4] == .connected(release: "3.22"))
        #expect(told[5] == Self.fix(3))
    }

    @Test func `who refuses is tried again and again, and it is told once`() throws {
        let events = Box<[GPSEvent]>([])
        try RunningLoop.run { loop, done in
            let gpsd = FakeGPSD(on: loop) { _, _, _ in }
            let port = gpsd.port
            gpsd.close()
            // It is tried every millisecond until somebody listens.
            let later = LoopTimer(on: loop) {
                _ = FakeGPSD(on: loop, port: port) { _, _, _ in }
            }
            _ = GPSClient(on: loop, to: Self.address(port), times: Self.patient) { event in
                events.value.append(event)
                switch event {
                case .lost: later.arm(after: .milliseconds(20))
                case .connected: done()
                case .fix, .devices: break
                }
            }
        }
        #expect(events.value.count == 2, "\(events.value)")
        #expect(events.value.last == .connected(release: "3.22"))
    }

    @Test func `who greets and then says nothing, though asked, is lost`() throws {
        let events = Box<[GPSEvent]>([])
        let requests = Box<[String]>([])
        var times = Self.patient
        times.silence = .milliseconds(5)
        times.rests = [RunningLoop.deadline]
        try RunningLoop.run { [times] loop, done in
            func check() {
                if requests.value.count == 2, events.value.count == 2 { done() }
            }
            // It may read what it is asked after it has been given up.
            let gpsd = FakeGPSD(on: loop) { gpsd, _, _ in
                requests.value = gpsd.requests
                check()
            }
            _ = GPSClient(on: loop, to: Self.address(gpsd.port), times: times) { event in
                events.value.append(event)
                check()
            }
        }
        try #require(events.value.count == 2, "\(events.value)")
        #expect(events.value[0] == .connected(release: "3.22"))
        #expect(
            Self.lost(events.value[1], because: "said nothing for 0.01 seconds"),
            "\(events.value)"
        )
        #expect(requests.value == [Self.watch, "?DEVICES;"])
    }

    @Test(arguments: [nil, "HTTP/1.1 400 Bad Request\r\n\r\n", "{}\n{\"class\":\"WATCH\"}\n"])
    func `who doesn't say that it is gpsd is asked nothing`(greeting: String?) throws {
        let requests = Box<[String]>(["unknown"])
        var times = Self.patient
        times.greeting = .milliseconds(20)
        times.rests = [RunningLoop.deadline]
        try RunningLoop.run { [times] loop, done in
            let gpsd = FakeGPSD(on: loop, greeting: greeting) { _, _, _ in }
            _ = GPSClient(on: loop, to: Self.address(gpsd.port), times: times) { event in
                #expect(Self.lost(event, because: "did not say"), "\(event)")
                requests.value = gpsd.requests
                done()
            }
        }
        #expect(requests.value == [])
    }

    // MARK: Closed

    @Test func `closed from within an event, it tells nothing more and hangs up`() throws {
        let events = Box<[GPSEvent]>([])
        try RunningLoop.run { loop, done in
            let gpsd = FakeGPSD(on: loop) { _, stream, _ in
                stream.write(Self.report(1) + Self.report(2))
            }
            gpsd.ended = done
            let client = Box<GPSClient?>(nil)
            client.value = GPSClient(
                on: loop,
                to: Self.address(gpsd.port),
                times: Self.patient
            ) { event in
                events.value.append(event)
                if event == Self.fix(1) { client.value?.close() }
            }
        }
        #expect(events.value == [.connected(release: "3.22"), Self.fix(1)])
    }

    @Test func `closed on its way, it tells nothing and holds nothing`() throws {
        let clients = Box<[Weak]>([])
        try RunningLoop.run { loop, done in
            let gpsd = FakeGPSD(on: loop) { _, _, _ in }
            for host in ["127.0.0.1", "localhost"] {
                let address = Self.address(gpsd.port, host: host)
                let client = GPSClient(on: loop, to: address, times: Self.patient) { event in
                    Issue.record("\(event)")
                }
                client.close()
                client.close()
                clients.value.append(Weak(client: client))
            }
            // Another connection, made later, is there later.
            _ = GPSClient(on: loop, to: Self.address(gpsd.port), times: Self.patient) { _ in
                done()
            }
        }
        #expect(clients.value.count == 2)
        #expect(clients.value.allSatisfy { $0.client == nil })
    }

    private struct Weak {
        weak var client: GPSClient?
    }

    /// The gpsd lives on, on another loop: a connection to it would keep this one from ending.
    @Test(arguments: ["127.0.0.1", "localhost"])
    func `a loop that ends in the midst of it takes it along`(host: String) throws {
        let port = Watched<UInt16>(0)
        let running = RunningLoop(try Loop())
        running.loop.post { [loop = running.loop] in
            let gpsd = FakeGPSD(on: loop) { _, _, _ in }
            port.change { $0 = gpsd.port }
        }
        try #require(port.wait { $0 != 0 })
        let isOver = Signal()
        let clients = Box<[Weak]>([])
        let thread = TestThread {
            try? RunningLoop.standing { loop in  // tidy-ok: without a loop it is never over.
                let address = Self.address(port.value, host: host)
                let client = GPSClient(on: loop, to: address, times: Self.patient) { _ in }
                clients.value = [Weak(client: client)]
            }
            isOver.raise()
        }
        // A loop that doesn't end can't be joined.
        try #require(isOver.wait(), "The loop has not ended.")
        thread.join()
        running.loop.stop()
        running.join()
        #expect(clients.value.count == 1)
        #expect(clients.value.allSatisfy { $0.client == nil })
    }
}

import DiscoveryStorm
import Glibc
import Synchronization
import Testing

@testable import ServiceDiscovery

/// Serialized, because it counts descriptors of a kind that nothing else here opens.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct ServiceDiscoveryTests {
    /// A service discovery and what it told, in order.
    private struct Subject {
        let discovery: ServiceDiscovery
        var events: AsyncStream<DiscoveryEvent>.Iterator

        init(_ fake: FakeAvahi) throws {
            // More than any test makes; a lost event would show as a missing one.
            let (stream, continuation) = AsyncStream.makeStream(
                of: DiscoveryEvent.self,
                bufferingPolicy: .bufferingOldest(1024)
            )
            self.events = stream.makeAsyncIterator()
            self.discovery = try ServiceDiscovery(
                type: "_paceline._tcp",
                handler: { continuation.yield($0) },
                services: { fake.services($0) }
            )
        }

        mutating func next() async -> DiscoveryEvent? {
            await self.events.next(isolation: #isolation)
        }
    }

    private let bob = ServiceAnswer.browsed(isAdded: true, label: "bob", interface: 3)

    @Test func `what Avahi answers reaches the handler`() async throws {
        let fake = FakeAvahi(.keepSilent)
        var subject = try Subject(fake)
        subject.discovery.browse()
        #expect(await subject.next() == .available)
        fake.answer(1, self.bob)
        #expect(await subject.next() == .found(label: "bob", interface: 3))
        subject.discovery.lookUp(7, label: "bob", interface: 3)
        subject.discovery.cancelLookUp(7)
        #expect(await subject.next() == .lookUpEnded(token: 7, .cancelled))
        #expect(subject.discovery.stop())
        #expect(fake.counts.opened == fake.counts.closed)
        #expect(fake.counts.isOnOneThread)
    }

    @Test func `a question that is not readable is never processed`() async throws {
        let fake = FakeAvahi(.keepSilent)
        var subject = try Subject(fake)
        subject.discovery.browse()
        #expect(await subject.next() == .available)
        for token: UInt64 in 1...20 {
            subject.discovery.lookUp(token, label: "p\(token)", interface: 3)
        }
        subject.discovery.rebuild()
        subject.discovery.lookUp(99, label: "", interface: 3)
        #expect(await subject.next() == .lookUpEnded(token: 99, .failed(.invalidRequest)))
        #expect(subject.discovery.stop())
        #expect(fake.counts.processed == 0)
        #expect(fake.counts.largest <= DiscoveryStateMachine.referencesMaximum)
    }

    @Test func `eight at once that start, look up and stop while Avahi talks end clean`() {
        let storm = Storm(drivers: 8) { (handler) throws(ServiceDiscoveryError) in
            let fake = FakeAvahi(.keepTalking)
            let discovery = try ServiceDiscovery(
                type: "_paceline._tcp",
                handler: handler,
                services: { fake.services($0) }
            )
            return Storm.Subject(discovery) {
                let counts = fake.counts
                guard counts.opened == counts.closed else {
                    return "\(counts.opened) were opened and \(counts.closed) closed."
                }
                return counts.isOnOneThread ? nil : "Two threads used the library."
            }
        }
        let report = storm.run(cycles: 400, spinners: 0)
        #expect(report.faults == [])
        #expect(report.cycles == 400)
        #expect(report.addresses >= 100, "a quarter of them got an address")
    }

    @Test func `a hang is told by the watchdog, and its end`() async throws {
        let fake = FakeAvahi(.hang)
        var subject = try Subject(fake)
        subject.discovery.browse()
        #expect(await subject.next() == .unavailable(.hung))
        fake.become(.keepSilent)
        #expect(await subject.next() == .available)
        #expect(subject.discovery.stop())
    }

    @Test func `stopping goes without a thread that hangs, and nothing is told afterwards`()
        async throws
    {
        let fake = FakeAvahi(.hang)
        var subject = try Subject(fake)
        subject.discovery.browse()
        #expect(await subject.next() == .unavailable(.hung))
        #expect(!subject.discovery.stop(within: .milliseconds(10)))
        fake.become(.refuse(.unknown))
    }

    @Test func `too many connections are told as that`() async throws {
        let fake = FakeAvahi(.refuse(.tooManyConnections))
        var subject = try Subject(fake)
        subject.discovery.browse()
        #expect(await subject.next() == .unavailable(.tooManyConnections))
        fake.become(.keepSilent)
        #expect(await subject.next() == .available)
        #expect(subject.discovery.stop())
    }

    @Test func `a label that is taken is told and asked for again`() async throws {
        let fake = FakeAvahi(.refuse(.nameConflict))
        var subject = try Subject(fake)
        subject.discovery.advertise(
            try ServiceAdvert(label: "ada", port: 7433, text: TextRecord())
        )
        #expect(await subject.next() == .registrationFailed(.labelTaken))
        #expect(await subject.next() == .available)
        #expect(await subject.next() == .registrationFailed(.labelTaken))
        #expect(subject.discovery.stop())
    }

    @Test
    func `without a bus the real library is unavailable once, and fifty leave nothing behind`()
        async throws
    {
        setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
        for _ in 0..<50 {
            let (stream, continuation) = AsyncStream.makeStream(
                of: DiscoveryEvent.self,
                bufferingPolicy: .bufferingOldest(16)
            )
            var events = stream.makeAsyncIterator()
            let discovery = try ServiceDiscovery(type: "_paceline._tcp") { continuation.yield($0) }
            discovery.browse()
            discovery.advertise(
                try ServiceAdvert(label: "ada", port: 7433, text: TextRecord())
            )
            #expect(await events.next() == .unavailable(.noBus))
            discovery.lookUp(1, label: "bob", interface: 3)
            #expect(await events.next() == .lookUpEnded(token: 1, .failed(.unavailable(.noBus))))
            #expect(discovery.stop(within: .seconds(30)), "both threads must have ended")
            continuation.finish()
            #expect(await events.next() == nil, "it must be said once")
        }
        #expect(Self.watchDescriptors() == 0)
    }

    /// How many descriptors of inotify this process has; each service discovery has one.
    private static func watchDescriptors() -> Int {
        (0..<Int32(4096)).count { descriptor in
            var target = [CChar](repeating: 0, count: 256)
            let length = readlink("/proc/self/fd/\(descriptor)", &target, target.count - 1)
            return length > 0
                && String(
                    decoding: target.prefix(length).map(UInt8.init(bitPattern:)),
                    as: UTF8.self
                ).hasSuffix("inotify")
        }
    }
}

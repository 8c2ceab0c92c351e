import Testing

@testable import ServiceDiscovery

struct AvailabilityTests {
    @Test func `nothing is told before anything is known`() {
        var availability = Availability()
        #expect(availability.change() == nil)
    }

    @Test func `each change is told once`() {
        var availability = Availability()
        availability.standing = .up
        #expect(availability.change() == .available)
        #expect(availability.change() == nil)
        availability.standing = .down(.noDaemon)
        #expect(availability.change() == .unavailable(.noDaemon))
        #expect(availability.change() == nil)
        availability.standing = .down(.noBus)
        #expect(availability.change() == .unavailable(.noBus))
    }

    @Test func `a stuck call and a silent daemon are one hang`() {
        var availability = Availability()
        availability.standing = .up
        #expect(availability.change() == .available)
        availability.isCallStuck = true
        #expect(availability.change() == .unavailable(.hung))
        availability.isDaemonSilent = true
        #expect(availability.change() == nil)
        availability.isCallStuck = false
        #expect(availability.change() == nil)
        availability.isDaemonSilent = false
        #expect(availability.change() == .available)
    }

    @Test func `a hang is told before the first call has ever returned`() {
        var availability = Availability()
        availability.isCallStuck = true
        #expect(availability.change() == .unavailable(.hung))
    }
}

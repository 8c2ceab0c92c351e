import Testing

@testable import ServiceDiscovery

struct SystemBusTests {
    @Test func `without an address the bus is where Debian has it`() {
        #expect(SystemBus.path(inAddress: nil) == "/run/dbus/system_bus_socket")
        #expect(SystemBus.path(inAddress: "") == "/run/dbus/system_bus_socket")
    }

    @Test func `a path is found in an address`() {
        #expect(SystemBus.path(inAddress: "unix:path=/a/b,guid=1;unix:path=/c") == "/a/b")
        #expect(SystemBus.path(inAddress: "unix:guid=1,path=/a/b") == "/a/b")
    }

    @Test func `an address of another kind has no path`() {
        #expect(SystemBus.path(inAddress: "tcp:host=localhost,port=1") == nil)
        #expect(SystemBus.path(inAddress: "unix:abstract=/a") == nil)
    }

    @Test func `a code that says enough needs no look around`() {
        #expect(
            SystemBus.outage(after: .tooManyConnections, lasting: .zero) == .tooManyConnections
        )
        #expect(SystemBus.outage(after: .unknown, lasting: .seconds(25)) == .hung)
        #expect(
            SystemBus.outage(after: .nameConflict, lasting: .zero) == .interrupted(code: -65548)
        )
    }
}

import Testing

@testable import ServiceDiscovery

struct ServiceAddressTests {
    @Test func `only a link-local IPv6 address has a scope`() {
        let local = [0xFE, 0x80] + [UInt8](repeating: 1, count: 14)
        let global = [0x20, 0x01] + [UInt8](repeating: 1, count: 14)
        #expect(ServiceAddress(record: local, seenOn: 3, port: 7)?.scope == 3)
        #expect(ServiceAddress(record: global, seenOn: 3, port: 7)?.scope == 0)
        #expect(ServiceAddress(record: [10, 0, 0, 1], seenOn: 3, port: 7)?.scope == 0)
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func `data of another length is no address`(length: Int) {
        let bytes = [UInt8](repeating: 1, count: length)
        #expect(ServiceAddress(record: bytes, seenOn: 3, port: 7) == nil)
    }
}

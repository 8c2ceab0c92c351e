import Testing

@testable import ServiceDiscovery

struct ServiceTypeTests {
    @Test(arguments: ["_paceline._tcp", "_a._udp", "_abcdefghij-1234._tcp", "_3com._tcp"])
    func `a type by RFC 6335 is accepted`(type: String) throws {
        #expect(try ServiceType(type).text == type)
    }

    @Test(arguments: [
        "", "_paceline", "paceline._tcp", "_paceline._sctp", "_paceline._tcp.", "_._tcp",
        "_abcdefghijklmnop._tcp", "_-a._tcp", "_a-._tcp", "_a--b._tcp", "_123._tcp", "_a b._tcp",
        "_ä._tcp", "_paceline._tcp,_sub", "_a._tcp.local",
    ])
    func `any other type is refused`(type: String) {
        #expect(throws: ServiceDiscoveryError.invalidType(type)) { try ServiceType(type) }
    }
}

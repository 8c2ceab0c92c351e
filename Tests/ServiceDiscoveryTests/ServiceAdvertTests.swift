import Testing

@testable import ServiceDiscovery

struct ServiceAdvertTests {
    @Test func `a label of 63 bytes passes and one of 64 does not`() throws {
        let long = String(repeating: "é", count: 31)
        _ = try ServiceAdvert(label: long + "x", port: 1, text: TextRecord())
        #expect(throws: ServiceDiscoveryError.labelLength(bytes: 64, maximum: 63)) {
            try ServiceAdvert(label: long + "xy", port: 1, text: TextRecord())
        }
        #expect(throws: ServiceDiscoveryError.labelLength(bytes: 0, maximum: 63)) {
            try ServiceAdvert(label: "", port: 1, text: TextRecord())
        }
    }

    @Test(arguments: ["\0", "\n", "\u{7F}"] as [Unicode.Scalar])
    func `a control character would cut or confuse the label and is refused`(
        scalar: Unicode.Scalar
    ) {
        #expect(throws: ServiceDiscoveryError.labelControlCharacter(scalar)) {
            try ServiceAdvert(label: "a" + String(scalar), port: 1, text: TextRecord())
        }
    }

    @Test func `port 0 is refused`() {
        #expect(throws: ServiceDiscoveryError.portZero) {
            try ServiceAdvert(label: "a", port: 0, text: TextRecord())
        }
    }

    @Test func `interfaces are sorted, taken once and bounded`() throws {
        let advert = try ServiceAdvert(
            label: "a",
            port: 1,
            text: TextRecord(),
            interfaces: [3, 2, 3]
        )
        #expect(advert.interfaces == [2, 3])
        #expect(throws: ServiceDiscoveryError.tooManyInterfaces(count: 6, maximum: 5)) {
            try ServiceAdvert(
                label: "a",
                port: 1,
                text: TextRecord(),
                interfaces: [1, 2, 3, 4, 5, 6]
            )
        }
    }

    @Test(arguments: [0, 0x8000_0000, UInt32.max])
    func `an index that Avahi uses for other ends is refused`(index: UInt32) {
        #expect(throws: ServiceDiscoveryError.invalidInterface(index)) {
            try ServiceAdvert(label: "a", port: 1, text: TextRecord(), interfaces: [index])
        }
    }
}

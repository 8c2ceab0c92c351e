import Peers
import Testing

@Suite struct AddressTests {
    private static func v6(_ groups: [UInt16], scope: UInt32 = 0) -> IPAddress {
        let bytes = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        return IPAddress(bytes: bytes, scope: scope) ?? .v4(0)
    }

    /// RFC 5952 §4: no leading zeros, the longest run, the first of equals, no run of one, all in
    /// lower case.
    @Test(
        arguments: [
            ([0x2001, 0xDB8, 0, 0, 0, 0, 0, 1], "2001:db8::1"),
            ([0x2001, 0xDB8, 0, 0, 0, 0, 2, 1], "2001:db8::2:1"),
            ([0x2001, 0xDB8, 0, 1, 1, 1, 1, 1], "2001:db8:0:1:1:1:1:1"),
            ([0x2001, 0, 0, 1, 0, 0, 0, 1], "2001:0:0:1::1"),
            ([0x2001, 0xDB8, 0, 0, 1, 0, 0, 1], "2001:db8::1:0:0:1"),
            ([0, 0, 0, 0, 0, 0, 0, 0], "::"), ([0, 0, 0, 0, 0, 0, 0, 1], "::1"),
            ([1, 0, 0, 0, 0, 0, 0, 0], "1::"), ([0, 0, 1, 2, 3, 4, 5, 6], "::1:2:3:4:5:6"),
            ([0xABCD, 0xEF, 1, 2, 3, 4, 5, 6], "abcd:ef:1:2:3:4:5:6"),
        ] as [([UInt16], String)]
    )
    func `IPv6 reads as RFC 5952 wants it`(groups: [UInt16], text: String) {
        #expect("\(Self.v6(groups))" == text)
    }

    @Test func `addresses keep their bytes and say what they are for`() {
        let bytes: [UInt8] = [10, 77, 0, 2]
        #expect(IPAddress(bytes: bytes)?.bytes == bytes)
        #expect(IPAddress(bytes: bytes).map { "\($0)" } == "10.77.0.2")
        #expect(IPAddress(bytes: [1, 2, 3]) == nil)
        let local = Self.v6([0xFE80, 0, 0, 0, 0, 0, 0, 1], scope: 3)
        #expect("\(local)" == "fe80::1%3")
        #expect(local.isLinkLocal && local.bytes.count == 16)
        #expect(Self.v6([0xFEBF, 0, 0, 0, 0, 0, 0, 1]).isLinkLocal)
        #expect(!Self.v6([0xFEC0, 0, 0, 0, 0, 0, 0, 1]).isLinkLocal)
        #expect(IPAddress.v4(0xA9FE_0001).isLinkLocal)
        #expect(
            IPAddress.v4(0x7F00_0001).isLoopback && Self.v6([0, 0, 0, 0, 0, 0, 0, 1]).isLoopback
        )
        for word: UInt32 in [0, 0xE000_00FB, .max] {
            #expect(IPAddress.v4(word).isUnspecifiedOrMulticast)
        }
        #expect(Self.v6([0xFF02, 0, 0, 0, 0, 0, 0, 0xFB]).isUnspecifiedOrMulticast)
        #expect(!IPAddress.v4(0x0A4D_0002).isUnspecifiedOrMulticast)
    }

    @Test func `routable endpoints come first, our own likely ones last`() {
        let addresses: [IPAddress] = [
            .v4(0x0A4D_0002), Self.v6([0x2001, 0xDB8, 0, 0, 0, 0, 0, 1]), .v4(0xA9FE_0001),
            Self.v6([0xFE80, 0, 0, 0, 0, 0, 0, 1]), .v4(0xAC11_0001), .v4(0x7F00_0001),
        ]
        #expect(addresses.map { Endpoint(address: $0, port: 1).rank } == [0, 1, 2, 3, 4, 5])
        #expect("\(Endpoint(address: addresses[0], port: 7_433))" == "10.77.0.2:7433")
        #expect("\(Endpoint(address: addresses[1], port: 7_433))" == "[2001:db8::1]:7433")
    }
}

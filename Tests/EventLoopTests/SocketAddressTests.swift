import EventLoop
import Testing

@Suite struct SocketAddressTests {
    @Test(arguments: [
        "10.0.0.1:7433", "[::1]:0", "[fe80::1%lo]:7433", "[fe80::1%4000000000]:65535",
        "[2001:db8::a:1]:80",
    ])
    func `an address reads back as it is written`(_ text: String) {
        #expect(SocketAddress.parse(text)?.description == text)
    }

    @Test(arguments: [
        "", ":", "10.0.0.1", "10.0.0.1:", "10.0.0.1:65536", "10.0.0.1:+1", "10.0.0.1:1 ",
        "10.0.0:1", "010.0.0.1.2:1", "::1:80", "[::1]", "[::1:80", "[fe80::1%]:1", "[fe80::1%0]:1",
        "[fe80::1%nosuchinterface]:1", "localhost:80", "10.0.0.1\0:80", "10.0.0.1:٣",
    ])
    func `anything else is no address`(_ text: String) {
        #expect(SocketAddress.parse(text) == nil)
    }

    @Test func `an IPv4 address mapped into IPv6 is the IPv4 address`() {
        #expect(SocketAddress.parse("[::ffff:10.0.0.1]:5") == SocketAddress.parse("10.0.0.1:5"))
    }

    @Test func `a host needs its number of bytes`() {
        #expect(SocketAddress(host: .ipv4([1, 2, 3]), port: 1) == nil)
        #expect(SocketAddress(host: .ipv6([1], scope: 0), port: 1) == nil)
        #expect(SocketAddress(host: .ipv4([1, 2, 3, 4]), port: 1)?.description == "1.2.3.4:1")
    }

    @Test func `link-local and loopback addresses are known`() {
        #expect(SocketAddress.parse("[fe80::1%lo]:1")?.isLinkLocal == true)
        #expect(SocketAddress.parse("169.254.7.7:1")?.isLinkLocal == true)
        #expect(SocketAddress.parse("10.0.0.1:1")?.isLinkLocal == false)
        #expect(SocketAddress.parse("[::1]:1")?.isLoopback == true)
        #expect(SocketAddress.parse("127.9.9.9:1")?.isLoopback == true)
    }
}

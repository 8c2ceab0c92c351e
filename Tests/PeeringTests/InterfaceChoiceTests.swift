import EventLoop
import Peering
import Peers
import Testing

@Suite struct InterfaceChoiceTests {
    @Test func `an interface that is named and there is chosen, one that is not there is not`()
        throws
    {
        let interfaces = try Interfaces.list()
        let loopback = try #require(interfaces.first { $0.isLoopback })
        let choice = InterfaceChoice.named([loopback.name, "none0"])
        #expect(choice.indexes(among: interfaces) == [loopback.index])
    }

    @Test func `loopback is never among the physical ones`() throws {
        let interfaces = try Interfaces.list()
        let loopback = try #require(interfaces.first { $0.isLoopback })
        let chosen = InterfaceChoice.physical.indexes(among: interfaces)
        #expect(!chosen.contains(loopback.index))
    }
}

@Suite struct EndpointTests {
    @Test(arguments: ["10.77.0.2:7433", "[2001:db8::7]:1", "[fe80::1%3]:65535"])
    func `an address keeps its form through the pure rooms and back`(_ text: String) throws {
        let address = try #require(SocketAddress.parse(text))
        let endpoint = try #require(Endpoint(address))
        #expect(endpoint.socketAddress == address)
        #expect(endpoint.description == text)
    }
}

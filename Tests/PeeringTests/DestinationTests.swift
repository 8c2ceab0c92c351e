import EventLoop
import Peering
import Peers
import Testing

@Suite struct DestinationTests {
    @Test(arguments: ["bob.example:7433", "bob:1", "B-2.lan:65535"])
    func `a host and a port are a destination`(_ text: String) throws {
        guard case .named(let host, let port) = try #require(Destination(text)) else {
            Issue.record("\(text) was taken for an address")
            return
        }
        #expect("\(host):\(port)" == text)
    }

    @Test(arguments: ["10.77.0.2:7433", "[fe80::1%2]:7433"])
    func `an address and a port are a destination`(_ text: String) throws {
        guard case .endpoint(let endpoint) = try #require(Destination(text)) else {
            Issue.record("\(text) was taken for a name")
            return
        }
        #expect(endpoint.description == text)
    }

    @Test func `where nobody can be reached is said`() throws {
        let destination = try #require(Destination("nowhere:7433"))
        func endpoints(_ texts: [String]) -> [Endpoint] {
            texts.compactMap { SocketAddress.parse($0).flatMap { Endpoint($0) } }
        }
        let nobody = endpoints(["0.0.0.0:7433", "224.0.0.1:7433", "[::]:7433"])
        #expect(nobody.count == 3)
        let error = DestinationError.unusable(destination)
        #expect(destination.usable(nobody) == .failure(error))
        #expect(destination.usable([]) == .failure(error))
        #expect(
            error.description
                == "nowhere:7433 is no address of one machine; nobody can be reached there."
        )
        let bob = endpoints(["10.77.0.2:7433"])
        #expect(destination.usable(nobody + bob) == .success(bob))
    }

    @Test(arguments: [
        "", ":", "bob", "bob:", ":7433", "bob:0", "bob:65536", "bob:+1", "bob:７", "10.77.0.2:0",
        "1.2.3:4", "-bob:1", "b..b:1", "bob :1", "bo\u{0}b:1", "[bob]:1",
    ])
    func `anything else is none`(_ text: String) {
        #expect(Destination(text) == nil)
    }
}

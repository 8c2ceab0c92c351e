import GPS
import Testing

@Suite struct GPSAddressTests {
    @Test(arguments: [
        ("localhost", "localhost", 2947), ("localhost:29470", "localhost", 29_470),
        ("gps.example-1.org:1", "gps.example-1.org", 1), ("10.0.0.1", "10.0.0.1", 2947),
        ("10.0.0.1:65535", "10.0.0.1", 65_535), ("[::1]", "::1", 2947), ("[::1]:5", "::1", 5),
    ])
    func `a host with or without a port`(text: String, host: String, port: Int) throws {
        let address = try #require(GPSAddress(text))
        #expect(address.host == host)
        #expect(Int(address.port) == port)
        #expect(GPSAddress("\(address)") == address)
    }

    @Test(arguments: [
        "", ":", ":2947", "localhost:", "localhost:0", "localhost:65536", "localhost:+5",
        "localhost:٥", "10.0.0.1:0", "10.0.0.256", "1.2.3", "::1", "::1:2947", "[::1", "[::1]:0",
        "a b", "-a", "a..b", "a\0b", "local\0host:2947", "user@host", "a:b:c", "http://localhost",
        "localhost/",
    ])
    func `anything else is none`(text: String) {
        #expect(GPSAddress(text) == nil)
    }

    @Test func `the usual one is this machine's`() {
        #expect("\(GPSAddress.local)" == "localhost:2947")
        #expect(GPSAddress("localhost") == .local)
    }
}

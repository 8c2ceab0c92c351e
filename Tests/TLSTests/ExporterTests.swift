import TLS
import Testing

@Suite struct ExporterTests {
    static let label = "EXPORTER-paceline-test"

    @Test func `both ends export the same bytes`() throws {
        let pair = try Pair.connected()
        for count in [1, 32, 8160] {
            let ours = try pair.client.exporter(label: Self.label, context: [1], count: count)
            let theirs = try pair.server.exporter(label: Self.label, context: [1], count: count)
            #expect(ours == theirs)
            #expect(ours.count == count)
        }
    }

    @Test func `another label or another context or another connection exports others`() throws {
        let identities = try (TLSIdentity.generate(), TLSIdentity.generate())
        let first = try Pair(client: identities.0, server: identities.1)
        let second = try Pair(client: identities.0, server: identities.1)
        try first.shakeHands()
        try second.shakeHands()
        let all = try [
            first.client.exporter(label: Self.label, context: [1], count: 32),
            first.client.exporter(label: Self.label, context: [2], count: 32),
            first.client.exporter(label: Self.label, context: [], count: 32),
            first.client.exporter(label: Self.label + "-2", context: [1], count: 32),
            second.client.exporter(label: Self.label, context: [1], count: 32),
        ]
        #expect(Set(all).count == all.count)
    }

    @Test(arguments: [-1, 0, 8161, .max])
    func `a count that no exporter gives is refused and harms nothing`(count: Int) throws {
        let pair = try Pair.connected()
        #expect(throws: TLSError.exporterCount(count, maximum: 8160)) {
            try pair.client.exporter(label: Self.label, context: [], count: count)
        }
        try pair.client.write([1])
        #expect(pair.client.outboundCount > 0)
    }

    @Test func `nothing is exported before the handshake`() throws {
        let pair = try Pair()
        #expect(throws: TLSError.handshakeIncomplete(function: "exporting keys")) {
            try pair.client.exporter(label: Self.label, context: [], count: 32)
        }
    }
}

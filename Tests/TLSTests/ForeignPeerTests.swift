import Testing

@testable import TLS

/// Our two ends against another program's TLS, with certificates of all kinds.
@Suite struct ForeignPeerTests {
    static let identity = Result { try TLSIdentity.generate() }

    static func connection(_ role: TLSRole) throws -> TLSConnection {
        try TLSConnection(
            context: TLSContext(
                identity: Self.identity.get(),
                applicationProtocols: ["paceline/1"]
            ),
            role: role
        )
    }

    @Test(arguments: [TLSRole.client, .server], ["ed25519", "future", "size2048"])
    func `a proper certificate is taken whatever its names and dates`(
        role: TLSRole,
        kind: String
    ) throws {
        let ours = try Self.connection(role)
        let message = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
        let peer = try ForeignPeer.talk(with: ours, certificate: kind, sending: message)
        #expect(peer.error == nil)
        #expect(peer.echo == message)
        #expect(ours.peerKeyDigest == peer.bytes(after: "digest"))
        let complete = try #require(peer.words(after: "complete"))
        #expect(complete[0] == hexadecimal(try Self.identity.get().keyDigest))
        #expect(complete[1] == "paceline/1")
        #expect(complete[2] == hexadecimal(peer.exported))
        #expect(peer.words(after: "closed") != nil)
    }

    @Test(arguments: [
        ("chain", CertificateFault.count(2), "bad certificate"),
        ("size2049", .size(2049), "bad certificate"),
        ("size6000", .size(6000), "bad certificate"),
        ("issuer", .issuer, "bad certificate"),
        ("foreign", .signature, "bad certificate"),
        ("signature", .signature, "bad certificate"),
    ])
    func `an improper certificate is refused with an alert`(
        kind: String,
        fault: CertificateFault,
        alert: String
    ) throws {
        for role in [TLSRole.client, .server] {
            let ours = try Self.connection(role)
            let peer = try ForeignPeer.talk(with: ours, certificate: kind)
            #expect(peer.error == .certificateRefused(fault))
            #expect(ours.peerKeyDigest == nil)
            let error = try #require(peer.words(after: "error")).joined(separator: " ")
            #expect(error.contains(alert))
        }
    }

    @Test(arguments: [
        ("rsa", CertificateFault.keyType), ("p256", .keyType), ("issuer", .issuer),
        ("foreign", .signature), ("signature", .signature), ("size2049", .size(2049)),
    ])
    func `each fault is found in the certificate itself`(
        kind: String,
        fault: CertificateFault
    ) throws {
        let encoded = try ForeignPeer.encoding(kind).bytes(after: "certificate")
        #expect(CertificateFault.found(in: encoded, of: 1) == fault)
    }

    @Test(arguments: [TLSRole.client, .server], ["rsa", "p256"])
    func `a peer with another kind of key gets nowhere`(role: TLSRole, kind: String) throws {
        let ours = try Self.connection(role)
        let peer = try ForeignPeer.talk(with: ours, certificate: kind)
        #expect(peer.error != nil)
        #expect(ours.peerKeyDigest == nil)
        #expect(peer.words(after: "error") != nil)
        #expect(peer.echo.isEmpty)
    }

    @Test func `a client without a certificate is refused with an alert`() throws {
        let ours = try Self.connection(.server)
        let peer = try ForeignPeer.talk(with: ours, certificate: "none")
        #expect(peer.error != nil)
        #expect(ours.peerKeyDigest == nil)
        let error = try #require(peer.words(after: "error")).joined(separator: " ")
        #expect(error.contains("alert certificate required"))
    }

    @Test(arguments: [TLSRole.client, .server], ["1.2"])
    func `a peer that knows no TLS 1_3 is refused`(role: TLSRole, version: String) throws {
        let ours = try Self.connection(role)
        let peer = try ForeignPeer.talk(with: ours, certificate: "ed25519", version: version)
        #expect(peer.error != nil)
        #expect(ours.peerKeyDigest == nil)
        #expect(peer.words(after: "error") != nil)
    }

    @Test(arguments: ["", "paceline/2", "http/1.1,h2"])
    func `a client that does not name our protocol is refused`(protocols: String) throws {
        let ours = try Self.connection(.server)
        let peer = try ForeignPeer.talk(
            with: ours,
            certificate: "ed25519",
            protocols: protocols
        )
        #expect(peer.error == .noApplicationProtocol)
        #expect(ours.peerKeyDigest == nil)
        let error = try #require(peer.words(after: "error")).joined(separator: " ")
        #expect(error.contains("no application protocol"))
    }

    @Test func `a server that chooses no protocol is refused`() throws {
        let ours = try Self.connection(.client)
        let peer = try ForeignPeer.talk(with: ours, certificate: "ed25519", protocols: "")
        #expect(peer.error == .noApplicationProtocol)
        #expect(ours.peerKeyDigest == nil)
        let error = try #require(peer.words(after: "error")).joined(separator: " ")
        #expect(error.contains("handshake failure"))
    }

    @Test func `a server that chooses a protocol that we did not name is refused`() throws {
        let ours = try Self.connection(.client)
        let peer = try ForeignPeer.talk(
            with: ours,
            certificate: "ed25519",
            protocols: "paceline/2"
        )
        #expect(peer.error != nil)
        #expect(ours.peerKeyDigest == nil)
        #expect(peer.words(after: "error") != nil)
    }
}

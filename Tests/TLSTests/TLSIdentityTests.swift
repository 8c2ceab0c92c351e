import Digest
import Testing

@testable import TLS

@Suite struct TLSIdentityTests {
    @Test func `each identity is another`() throws {
        let digests = try (0..<20).map { _ in try TLSIdentity.generate().keyDigest }
        #expect(Set(digests).count == digests.count)
        #expect(digests.allSatisfy { $0.count == 32 })
    }

    @Test func `an identity read again is the same in every byte`() throws {
        let identity = try TLSIdentity.generate()
        let again = try TLSIdentity(serialized: identity.serialized)
        #expect(again == identity)
        #expect(again.certificate == identity.certificate)
    }

    @Test func `the digest is that of the key's SubjectPublicKeyInfo`() throws {
        let identity = try TLSIdentity.generate()
        // RFC 8410: SEQUENCE { SEQUENCE { OID 1.3.101.112 }, BIT STRING of 32 bytes }.
        let prefix: [UInt8] = [
            0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
        ]
        let certificate = identity.certificate
        let start = try #require(
            certificate.indices.first { certificate[$0...].starts(with: prefix) }
        )
        let info = [UInt8](certificate[start..<start + prefix.count + 32])
        #expect(identity.keyDigest == SHA256.hash(info))
    }

    /// The key of RFC 8032, section 7.1, test 1: a daemon that is updated stays the same peer.
    ///
    /// The key's digest is by `openssl pkey -pubout` and `sha256sum`; Python's cryptography builds
    /// the same certificate from the same serial number, dates and name.
    @Test func `a published key has its published digest and always the same certificate`() throws {
        let stored = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----
            """
        let identity = try TLSIdentity(serialized: [UInt8](stored.utf8))
        #expect(
            hexadecimal(identity.keyDigest)
                == "06e3fd8fda29bb60ab59557de61edb0aecdb231134be30e75b455f8e1b792fa9"
        )
        #expect(
            hexadecimal(SHA256.hash(identity.certificate))
                == "2e472980a42adc60430f97367cf955a70020f8ae47798c3e1d3cba894cc3eda9"
        )
    }

    @Test func `our own certificate passes our own rule`() throws {
        let certificate = try TLSIdentity.generate().certificate
        #expect(CertificateFault.found(in: certificate, of: 1) == nil)
        #expect(CertificateFault.found(in: certificate, of: 0) == .count(0))
        #expect(CertificateFault.found(in: certificate, of: 2) == .count(2))
        #expect(CertificateFault.found(in: [], of: 1) == .encoding)
        #expect(certificate.count < 300)
    }

    @Test func `a changed byte of a certificate is noticed wherever it lies`() throws {
        let certificate = try TLSIdentity.generate().certificate
        for position in certificate.indices {
            var changed = certificate
            changed[position] ^= 1
            #expect(CertificateFault.found(in: changed, of: 1) != nil)
        }
    }

    @Test func `the stored form never shows in a description`() throws {
        let identity = try TLSIdentity.generate()
        let stored = String(decoding: identity.serialized, as: UTF8.self)
        #expect(stored.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(stored.contains("-----BEGIN CERTIFICATE-----\n"))
        var dumped = ""
        dump(identity, to: &dumped)
        for text in ["\(identity)", String(reflecting: identity), "\([identity])", dumped] {
            #expect(!text.contains("PRIVATE KEY"))
            #expect(!text.contains("[\(identity.privateKey[0]), "))
            #expect(!text.contains("privateKey"))
        }
    }

    @Test func `a key that another program made is taken`() throws {
        let peer = try ForeignPeer.encoding("ed25519")
        let identity = try TLSIdentity(serialized: peer.bytes(after: "key"))
        #expect(identity.keyDigest == peer.bytes(after: "digest"))
    }

    @Test(arguments: [("rsa", "key"), ("p256", "key"), ("ed25519", "encrypted")])
    func `a key that is not ours to use is refused`(kind: String, form: String) throws {
        let stored = try ForeignPeer.encoding(kind).bytes(after: form)
        #expect(stored.count > 100)
        let error = #expect(throws: TLSError.self) { try TLSIdentity(serialized: stored) }
        guard case .unusableIdentity = error else {
            Issue.record("It was refused for \(String(describing: error)).")
            return
        }
    }

    @Test func `what holds no key is refused in a sentence`() throws {
        let whole = try TLSIdentity.generate().serialized
        var stored: [[UInt8]] = [[], [0], [UInt8]("-----BEGIN PRIVATE KEY-----\n".utf8)]
        stored.append([UInt8](repeating: 0x41, count: 20_000))
        stored += (0..<100).map { [UInt8](whole.prefix($0)) }
        for bytes in stored {
            let error = #expect(throws: TLSError.self) { try TLSIdentity(serialized: bytes) }
            guard case .unusableIdentity = error else {
                Issue.record("It was refused for \(String(describing: error)).")
                continue
            }
            #expect(error?.description.hasSuffix(".") == true)
        }
    }

    @Test(arguments: [[], [""], ["paceline/1", ""], [String(repeating: "x", count: 256)]])
    func `unusable application protocols are refused`(names: [String]) throws {
        let identity = try TLSIdentity.generate()
        #expect(throws: TLSError.unusableApplicationProtocols(names)) {
            try TLSContext(identity: identity, applicationProtocols: names)
        }
    }
}

import Digest
import Testing

/// Vectors: RFC 6234 section 8.5, and FIPS 180-4's examples.
@Suite struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `published messages have their published digests`(message: String, digest: String) {
        #expect(SHA256.hash([UInt8](message.utf8)) == bytes(digest))
    }

    @Test func `a million letters have their published digest`() {
        let expected = bytes("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        #expect(SHA256.hash([UInt8](repeating: 0x61, count: 1_000_000)) == expected)
    }

    @Test(arguments: 0...130)
    func `a message cut in two has the digest of the whole`(cut: Int) {
        let message = (0..<130).map { UInt8($0) }
        let parts = [[UInt8](message[..<cut]), [], [UInt8](message[cut...])]
        #expect(SHA256.hash(parts: parts) == SHA256.hash(message))
    }

    @Test func `no part at all is the empty message`() {
        #expect(SHA256.hash(parts: []) == SHA256.hash([]))
    }
}

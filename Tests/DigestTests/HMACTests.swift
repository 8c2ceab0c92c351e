import Digest
import Testing

/// Vectors: RFC 4231 section 4, test cases 1 to 4, 6 and 7 (5 shows a truncated code).
@Suite struct HMACTests {
    struct Vector: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        let code: String
    }

    static let vectors: [Vector] = [
        Vector(
            key: [UInt8](repeating: 0x0b, count: 20),
            message: [UInt8]("Hi There".utf8),
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        Vector(
            key: [UInt8]("Jefe".utf8),
            message: [UInt8]("what do ya want for nothing?".utf8),
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 20),
            message: [UInt8](repeating: 0xdd, count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        Vector(
            key: (1...25).map { UInt8($0) },
            message: [UInt8](repeating: 0xcd, count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 131),
            message: [UInt8]("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 131),
            message: [UInt8](
                ("This is a test using a larger than block-size key and a larger than "
                    + "block-size data. The key needs to be hashed before being used by the "
                    + "HMAC algorithm.").utf8
            ),
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: vectors)
    func `published messages have their published codes`(vector: Vector) {
        #expect(HMAC.sha256(key: vector.key, message: vector.message) == bytes(vector.code))
    }

    @Test func `the empty key and the empty message have a code`() {
        let expected = bytes("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
        #expect(HMAC.sha256(key: [], message: []) == expected)
    }

    @Test func `a key of one block is used as it is and a longer one is hashed`() {
        let block = [UInt8](repeating: 7, count: 64)
        #expect(
            HMAC.sha256(key: block, message: [])
                != HMAC.sha256(key: SHA256.hash(block), message: [])
        )
        let longer = [UInt8](repeating: 7, count: 65)
        #expect(
            HMAC.sha256(key: longer, message: [])
                == HMAC.sha256(key: SHA256.hash(longer), message: [])
        )
    }
}

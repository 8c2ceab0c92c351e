public import Wire

/// The first frame each way: the sender's proof that it holds the group's key.
///
/// Empty in the open lobby.
public struct Prove: Equatable, Sendable, CBOREncodable, CBORDecodable {
    /// Nothing in the lobby, 32 bytes of HMAC-SHA-256 in a group.
    public let proof: [UInt8]

    public init(proof: [UInt8]) {
        self.proof = proof
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var proof: [UInt8]?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            guard key == 1 else { return false }
            proof = try reader.readBytes(atMost: 32)
            return true
        }
        self.proof = try proof.required(key: 1)
        guard self.proof.isEmpty || self.proof.count == 32 else {
            throw .bytesCountMismatch(count: UInt64(self.proof.count), expected: 32)
        }
    }

    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { $0.set(key: 1, bytes: self.proof) }
    }
}

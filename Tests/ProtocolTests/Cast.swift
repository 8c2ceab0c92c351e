import Peers
import Testing

/// The three peers of Protocol.md's examples.
enum Cast {
    static let ada = Self.peer(0xA1)
    static let bob = Self.peer(0xB2)
    static let eve = Self.peer(0xC3)

    private static func peer(_ byte: UInt8) -> Result<PeerID, Fault> {
        guard let peer = PeerID([UInt8](repeating: byte, count: PeerID.byteCount)) else {
            return .failure(Fault())
        }
        return .success(peer)
    }

    struct Fault: Error {}

    static func instance(_ byte: UInt8) throws -> InstanceID {
        try #require(InstanceID([UInt8](repeating: byte, count: InstanceID.byteCount)))
    }
}

import Digest
public import Peers

/// What a host promises with its newGame: a hash that fits one secret and tells nothing about it.
///
/// SHA-256(label ‖ game id 16 ‖ host PeerID 32 ‖ low u32be ‖ high u32be ‖ salt 32 ‖ secret u32be).
public struct Commitment: Hashable, Sendable {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Separates this hash from every other use of SHA-256 in the protocol.
    public static let label = "paceline guess commitment 1"

    /// Takes exactly 32 bytes from a message; `nil` for any other count.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == SHA256.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Promises the secret and salt of `reveal`.
    public init(to reveal: Reveal, in range: GameRange, game: GameID, host: PeerID) {
        self.bytes = SHA256.hash(parts: [
            Array(Self.label.utf8), game.bytes, host.bytes, range.low.bigEndianBytes,
            range.high.bigEndianBytes, reveal.salt, reveal.secret.bigEndianBytes,
        ])
    }
}

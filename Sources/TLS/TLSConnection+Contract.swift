/// What a connection's calls can come to, and the bounds that it keeps.
extension TLSConnection {
    /// How far a handshake is.
    public enum Step: Equatable, Sendable {
        /// The peer's key is known. For a client this does not mean that the server has taken
        /// *its* certificate: that shows at the first data or alert (RFC 8446, section 4.4.2.4).
        case complete
        /// Not an error: more bytes from the peer are needed first.
        case needsMoreInput
    }

    /// What a read came to, all received bytes having been used.
    public enum ReadOutcome: Equatable, Sendable {
        /// So many bytes of plaintext, more than none, were handed over.
        case bytes(Int)
        /// Nothing was handed over, because no record is complete.
        case needsMoreInput
        /// The peer sent close_notify, after what was handed over. Nothing more will come.
        case closed
    }

    /// The longest handshake that is read, in bytes of ciphertext.
    ///
    /// Between Paceline peers it has about 1 KiB each way; OpenSSL alone would take a first
    /// message of 128 KiB from a stranger.
    public static let handshakeBytesMaximum = 16_384

    /// How many received bytes may wait for `read` or `handshake`.
    ///
    /// Who calls one of them after each `receive` never comes near it.
    public static let inboundBytesMaximum = 262_144
}

public import Wire

/// What a link's connection has to tell.
public enum LinkTransportEvent: Equatable, Sendable {
    /// The handshake is done here, and the peer holds the key with this digest, 32 bytes.
    ///
    /// For who dialled, the server may still refuse: see `LinkClose.handshakeFailed`.
    case established(peerKeyDigest: [UInt8])
    /// All frames that one read completed, at least one.
    case frames([Frame])
    /// What the peer sent is no frame; the text is a sentence.
    ///
    /// Nothing more is read. The owner says goodbye if it likes, and has to call `finish` or
    /// `abort`.
    case malformed(String)
    /// The kernel has taken the last byte of the write that was out.
    case written
    /// The connection is gone. The last event, exactly once, but for `abort`.
    case closed(LinkClose)
}

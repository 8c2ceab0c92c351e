/// The same with arrays, for who has no buffers to lend.
extension TLSConnection {
    /// Takes what came from the peer, cut anywhere, as `receive(_:)` of a buffer does.
    public func receive(_ ciphertext: [UInt8]) {
        ciphertext.withUnsafeBytes { self.receive($0) }
    }

    /// Moves out what waits to be sent.
    public func takeOutbound() -> [UInt8] {
        var bytes: [UInt8] = []
        self.exchangeOutbound(with: &bytes)
        return bytes
    }

    /// Encrypts `plaintext`, as `write(_:)` of a buffer does.
    public func write(_ plaintext: [UInt8]) throws(TLSError) {
        let result = plaintext.withUnsafeBytes { bytes -> Result<Void, TLSError> in
            Result { () throws(TLSError) in try self.write(bytes) }
        }
        try result.get()
    }
}

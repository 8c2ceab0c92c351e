/// A value that writes itself as one CBOR value.
public protocol CBOREncodable {
    /// Writes exactly one value.
    func encode(into writer: inout CBORWriter)
}

extension CBOREncodable {
    /// This value's bytes, in RFC 8949's core deterministic encoding.
    public var encoded: [UInt8] {
        var writer = CBORWriter(reserving: 64)
        self.encode(into: &writer)
        return writer.bytes
    }
}

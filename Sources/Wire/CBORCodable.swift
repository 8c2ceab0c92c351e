/// A value that writes itself as one CBOR value.
public protocol CBOREncodable {
    /// Writes exactly one value.
    func encode(into writer: inout CBORWriter)
}

/// A value that reads itself from one CBOR value.
public protocol CBORDecodable {
    /// Reads exactly one value, and refuses every other encoding than the one that it would write.
    init(from reader: inout CBORReader) throws(WireError)
}

extension CBOREncodable {
    /// This value's bytes, in RFC 8949's core deterministic encoding.
    public var encoded: [UInt8] {
        var writer = CBORWriter(reserving: 64)
        self.encode(into: &writer)
        return writer.bytes
    }
}

extension CBORDecodable {
    /// Reads one value that must fill `bytes` to the end.
    public static func decode(_ bytes: ArraySlice<UInt8>) throws(WireError) -> Self {
        var reader = CBORReader(bytes)
        let value = try Self(from: &reader)
        try reader.finish()
        return value
    }

    /// Reads one value that must fill `bytes` to the end.
    public static func decode(_ bytes: [UInt8]) throws(WireError) -> Self {
        try Self.decode(bytes[...])
    }
}

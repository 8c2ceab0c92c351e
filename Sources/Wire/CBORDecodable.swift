/// A value that reads itself from one CBOR value.
public protocol CBORDecodable {
    /// Reads exactly one value, and refuses every other encoding than the one that it would write.
    init(from reader: inout CBORReader) throws(WireError)
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

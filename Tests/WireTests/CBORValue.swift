import Wire

/// Any value within the profile, to read and write what no message type describes.
indirect enum CBORValue: Equatable, Sendable {
    case integer(Int64)
    /// An unsigned integer that `Int64` cannot hold.
    case wideUnsigned(UInt64)
    case bytes([UInt8])
    case text([UInt8])
    case bool(Bool)
    case null
    /// By its bits, so that NaN equals itself and the zeros differ.
    case float(UInt64)
    case array([CBORValue])
    case map([Entry])

    struct Entry: Equatable, Sendable {
        var key: Int64
        var value: CBORValue
    }
}

extension CBORValue: CBOREncodable {
    func encode(into writer: inout CBORWriter) {
        switch self {
        case .integer(let value): writer.write(signed: value)
        case .wideUnsigned(let value): writer.write(unsigned: value)
        case .bytes(let value): writer.write(bytes: value)
        case .text(let value): writer.write(text: String(decoding: value, as: UTF8.self))
        case .bool(let value): writer.write(value)
        case .null: writer.writeNull()
        case .float(let bits): writer.write(float: Double(bitPattern: bits))
        case .array(let values): writer.write(array: values)
        case .map(let entries):
            writer.writeMap { map in
                for entry in entries {
                    map.set(key: entry.key, value: entry.value)
                }
            }
        }
    }
}

extension CBORValue: CBORDecodable {
    init(from reader: inout CBORReader) throws(WireError) {
        switch try reader.peekType() {
        case .unsigned:
            let value = try reader.readUnsigned()
            self = Int64(exactly: value).map { .integer($0) } ?? .wideUnsigned(value)
        case .negative:
            self = .integer(try reader.readSigned())
        case .bytes:
            self = .bytes(try reader.readBytes(atMost: .max))
        case .text:
            self = .text(Array(try reader.readText(atMostBytes: .max).utf8))
        case .boolean:
            self = .bool(try reader.readBool())
        case .null:
            _ = reader.readNullIfPresent()
            self = .null
        case .float:
            self = .float(try reader.readFloat().bitPattern)
        case .array:
            self = .array(try reader.readArray(atMost: .max))
        case .map:
            var entries: [Entry] = []
            try reader.readMap(atMost: .max) { (key, reader) throws(WireError) in
                entries.append(Entry(key: key, value: try reader.read()))
                return true
            }
            self = .map(entries)
        }
    }
}

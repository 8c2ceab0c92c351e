/// The head of one CBOR value, checked: its type, and the number that goes with it.
struct CBORHead: Equatable, Sendable {
    let type: CBORType
    /// The number, length or count; 0 or 1 of a boolean; the bits of a float as a `Double`.
    let argument: UInt64

    /// Takes one head off `bytes`, and refuses what is not in the shortest form or the profile.
    init(from bytes: inout ByteReader) throws(WireError) {
        let initial = try bytes.readUInt8()
        switch initial >> 5 {
        case 0: self.type = .unsigned
        case 1: self.type = .negative
        case 2: self.type = .bytes
        case 3: self.type = .text
        case 4: self.type = .array
        case 5: self.type = .map
        case 6: throw .tagNotAllowed(try Self.argument(of: initial, from: &bytes))
        default:
            self = try Self.simple(initial, from: &bytes)
            return
        }
        self.argument = try Self.argument(of: initial, from: &bytes)
    }

    private init(_ type: CBORType, _ argument: UInt64) {
        self.type = type
        self.argument = argument
    }

    private static func argument(
        of initial: UInt8,
        from bytes: inout ByteReader
    ) throws(WireError) -> UInt64 {
        switch initial & 0x1F {
        case let small where small < 24:
            return UInt64(small)
        case 24:
            return try Self.shortest(UInt64(try bytes.readUInt8()), above: 23, bytes: 1)
        case 25:
            return try Self.shortest(UInt64(try bytes.readUInt16()), above: 0xFF, bytes: 2)
        case 26:
            return try Self.shortest(UInt64(try bytes.readUInt32()), above: 0xFFFF, bytes: 4)
        case 27:
            return try Self.shortest(try bytes.readUInt64(), above: 0xFFFF_FFFF, bytes: 8)
        case 31 where (2...5).contains(initial >> 5):
            throw .indefiniteLength(initialByte: initial)
        default:
            throw .reservedInitialByte(initial)
        }
    }

    private static func shortest(
        _ value: UInt64,
        above shorter: UInt64,
        bytes: Int
    ) throws(WireError) -> UInt64 {
        guard value > shorter else { throw .notShortestForm(value: value, bytes: bytes) }
        return value
    }

    // MARK: Major type 7

    private static func simple(
        _ initial: UInt8,
        from bytes: inout ByteReader
    ) throws(WireError) -> CBORHead {
        switch initial & 0x1F {
        case 20, 21:
            return CBORHead(.boolean, UInt64(initial & 1))
        case 22:
            return CBORHead(.null, 0)
        case 24:
            let value = try bytes.readUInt8()
            // RFC 8949 §3.3: below 32 the two-byte form is not well-formed.
            guard value >= 32 else { throw .notShortestForm(value: UInt64(value), bytes: 1) }
            throw .simpleValueNotAllowed(value)
        case 25:
            return try Self.float(.half(try bytes.readUInt16()), bytes: 2)
        case 26:
            return try Self.float(.single(try bytes.readUInt32()), bytes: 4)
        case 27:
            return try Self.float(.double(try bytes.readUInt64()), bytes: 8)
        case 28...30:
            throw .reservedInitialByte(initial)
        case 31:
            throw .indefiniteLength(initialByte: initial)
        default:
            throw .simpleValueNotAllowed(initial & 0x1F)
        }
    }

    private static func float(_ written: ShortestFloat, bytes: Int) throws(WireError) -> CBORHead {
        guard ShortestFloat(written.value) == written else {
            throw .floatNotShortestForm(bytes: bytes)
        }
        return CBORHead(.float, written.value.bitPattern)
    }
}

/// Bytes as text (RFC 4648, section 4), strictly: padded, without white space or line breaks.
///
/// Pure. One text for each sequence of bytes and no other, so that what is counted is what came.
public enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let padding = UInt8(ascii: "=")

    /// The text of `bytes`: four characters for each three, the last group padded.
    public static func text(of bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var rest = bytes[...]
        while !rest.isEmpty {
            let group = Array(rest.prefix(3))
            rest = rest.dropFirst(3)
            var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bits <<= 8 * UInt32(3 - group.count)
            for place in 0..<4 {
                let digit = Int(bits >> UInt32(18 - 6 * place) & 0x3F)
                text.append(place <= group.count ? Self.digits[digit] : Self.padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of `text`, at most `bytesMaximum`, which is looked at before any is read.
    public static func bytes(
        of text: String,
        bytesMaximum: Int
    ) throws(Base64Fault) -> [UInt8] {
        let text = Array(text.utf8)
        guard text.count.isMultiple(of: 4) else { throw .oddLength(text.count) }
        let padded = text.suffix(2).reversed().prefix { $0 == Self.padding }.count
        let count = text.count / 4 * 3 - padded
        guard count <= bytesMaximum else { throw .tooLong(count, maximum: bytesMaximum) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var bits: UInt32 = 0
        for (place, character) in text.dropLast(padded).enumerated() {
            guard let digit = Self.value(of: character) else { throw .unexpected(at: place) }
            bits = bits << 6 | digit
            if place % 4 == 3 {
                bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
            }
        }
        try Self.append(bits, of: padded, to: &bytes)
        return bytes
    }

    /// Appends the one or two bytes of a padded group.
    ///
    /// Its bits that stand for no byte must be zero, or several texts would mean the same.
    private static func append(
        _ bits: UInt32,
        of padded: Int,
        to bytes: inout [UInt8]
    ) throws(Base64Fault) {
        switch padded {
        case 1:
            guard bits & 0x3 == 0 else { throw .strayBits }
            bytes += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
        case 2:
            guard bits & 0xF == 0 else { throw .strayBits }
            bytes.append(UInt8(bits >> 4 & 0xFF))
        default: break
        }
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

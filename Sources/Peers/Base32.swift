/// Base32 of RFC 4648 §6 in lower case and without padding, as instance labels and ids are written.
public enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// The text of those bytes: eight characters for each five bytes, rounded up.
    public static func encoded(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            pending = (pending << 8) | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(Self.alphabet[Int((pending >> bits) & 31)])
            }
        }
        if bits > 0 { text.append(Self.alphabet[Int((pending << (5 - bits)) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of that text, either case; `nil` for a foreign character or stray bits at the end.
    public static func decoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for character in text.utf8 {
            guard let value = Self.value(of: character) else { return nil }
            pending = (pending << 5) | value
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        guard bits < 5, pending & ((1 << bits) - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(character - UInt8(ascii: "2")) + 26
        default: nil
        }
    }
}

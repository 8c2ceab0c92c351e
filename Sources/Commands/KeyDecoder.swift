/// Makes keys of the bytes that a terminal sends (ECMA-48, and what xterm made of it).
///
/// Pure. Takes any cutting of the bytes. What it doesn't know it swallows whole, so that no half of
/// an unknown key is taken for text.
public struct KeyDecoder: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        case ground
        /// Inside a character of several bytes, of which so many are missing.
        case text(missing: Int)
        /// After an escape.
        case escape
        /// After `ESC [`, inside its parameters.
        case sequence
        /// After `ESC O`.
        case single
    }

    /// 32: no key has so long a sequence; rubbish ends here.
    private static let sequenceBytesMaximum = 32

    private var state = State.ground
    private var collected: [UInt8] = []

    public init() {}

    /// The keys that end in these bytes.
    public mutating func keys(of bytes: [UInt8]) -> [Key] {
        bytes.compactMap { self.key(of: $0) }
    }

    private mutating func key(of byte: UInt8) -> Key? {
        switch self.state {
        case .ground: return self.ground(byte)
        case .text(let missing): return self.text(byte, missing: missing)
        case .escape: return self.escape(byte)
        case .sequence: return self.sequence(byte)
        case .single:
            self.state = .ground
            return byte < 0x20 ? self.ground(byte) : Self.finals[byte]
        }
    }

    private mutating func ground(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x1B:
            self.state = .escape
            return nil
        case 0x00..<0x20, 0x7F: return Self.controls[byte]
        case 0x20..<0x7F: return .scalar(Unicode.Scalar(byte))
        case 0xC2...0xDF: return self.begin(byte, missing: 1)
        case 0xE0...0xEF: return self.begin(byte, missing: 2)
        case 0xF0...0xF4: return self.begin(byte, missing: 3)
        default: return nil
        }
    }

    private mutating func begin(_ byte: UInt8, missing: Int) -> Key? {
        self.collected = [byte]
        self.state = .text(missing: missing)
        return nil
    }

    private mutating func text(_ byte: UInt8, missing: Int) -> Key? {
        guard byte & 0xC0 == 0x80 else {
            self.state = .ground
            return self.ground(byte)
        }
        self.collected.append(byte)
        guard missing == 1 else {
            self.state = .text(missing: missing - 1)
            return nil
        }
        self.state = .ground
        let text = String(validating: self.collected, as: UTF8.self)
        guard let scalar = text?.unicodeScalars.first, scalar.value >= 0xA0 else { return nil }
        return .scalar(scalar)
    }

    private mutating func escape(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "["):
            self.collected = []
            self.state = .sequence
            return nil
        case UInt8(ascii: "O"):
            self.state = .single
            return nil
        case 0x1B:
            return nil
        case 0x00..<0x20:
            self.state = .ground
            return self.ground(byte)
        default:
            self.state = .ground
            return Self.alternates[byte]
        }
    }

    private mutating func sequence(_ byte: UInt8) -> Key? {
        if byte < 0x20 || self.collected.count >= Self.sequenceBytesMaximum {
            self.state = .ground
            return byte < 0x20 ? self.ground(byte) : nil
        }
        guard (0x40...0x7E).contains(byte) else {
            self.collected.append(byte)
            return nil
        }
        self.state = .ground
        let parameters = String(decoding: self.collected, as: UTF8.self).split(separator: ";")
        if byte == UInt8(ascii: "~") {
            return parameters.first.flatMap { Self.tildes[String($0)] }
        }
        // 5 is Ctrl, 3 is Alt.
        if parameters.count == 2, ["5", "3"].contains(parameters[1]) {
            if byte == UInt8(ascii: "C") { return .wordRight }
            if byte == UInt8(ascii: "D") { return .wordLeft }
        }
        return Self.finals[byte]
    }

    // MARK: The keys

    private static let controls: [UInt8: Key] = [
        0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .endOfInput, 0x05: .end, 0x06: .right,
        0x08: .backspace, 0x0A: .enter, 0x0B: .eraseRest, 0x0C: .redraw, 0x0D: .enter, 0x0E: .down,
        0x10: .up, 0x15: .eraseLine, 0x17: .eraseWord, 0x1A: .suspend, 0x7F: .backspace,
    ]

    private static let finals: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
        UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
        UInt8(ascii: "M"): .enter,
    ]

    private static let tildes: [String: Key] = [
        "1": .home, "3": .delete, "4": .end, "7": .home, "8": .end,
    ]

    private static let alternates: [UInt8: Key] = [
        UInt8(ascii: "b"): .wordLeft, UInt8(ascii: "f"): .wordRight, 0x7F: .eraseWord,
    ]
}

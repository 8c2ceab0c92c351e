/// A float in the narrowest IEEE 754 width that keeps its value and its sign (RFC 8949 §4.2.1).
enum ShortestFloat: Equatable, Sendable {
    case half(UInt16)
    case single(UInt32)
    case double(UInt64)

    /// Finds the width of `value`; every NaN becomes the quiet one without a payload.
    init(_ value: Double) {
        let half = Float16(value)
        let single = Float(value)
        if value.isNaN {
            self = .half(0x7E00)
        } else if Double(half).bitPattern == value.bitPattern {
            self = .half(half.bitPattern)
        } else if Double(single).bitPattern == value.bitPattern {
            self = .single(single.bitPattern)
        } else {
            self = .double(value.bitPattern)
        }
    }

    /// The value itself.
    var value: Double {
        switch self {
        case .half(let bits): Double(Float16(bitPattern: bits))
        case .single(let bits): Double(Float(bitPattern: bits))
        case .double(let bits): Double(bitPattern: bits)
        }
    }
}

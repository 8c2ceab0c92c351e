extension [UInt8] {
    /// The bytes that pairs of hexadecimal digits stand for; anything else in `text` is skipped.
    init(hex text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}

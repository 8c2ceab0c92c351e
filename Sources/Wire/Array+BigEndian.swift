extension [UInt8] {
    /// The number in the `count` bytes from `index` on, at most eight, most significant first.
    @inline(__always)
    func bigEndian(at index: Int, bytes count: Int) -> UInt64 {
        var value: UInt64 = 0
        for offset in 0..<count {
            value = value << 8 | UInt64(self[index + offset])
        }
        return value
    }
}

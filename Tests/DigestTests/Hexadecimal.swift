/// The bytes that a published vector writes as hexadecimal digits.
func bytes(_ digits: String) -> [UInt8] {
    let nibbles = digits.compactMap { UInt8(String($0), radix: 16) }
    return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
}

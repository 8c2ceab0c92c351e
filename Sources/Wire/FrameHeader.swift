/// The widths of what stands before a frame's payload, in bytes.
enum FrameHeader {
    /// The length, u32.
    static let lengthBytes = 4
    /// The kind and the lane, u8 each: no body is shorter.
    static let bodyBytesMinimum = 2
    /// The sequence, u64, on the reliable lane.
    static let sequenceBytes = 8
}

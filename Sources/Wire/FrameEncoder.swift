/// Writes frames as `FrameDecoder` reads them.
public enum FrameEncoder {
    /// Appends `frame` to `bytes`; its body must fit `FrameLimit.open`.
    public static func append(_ frame: Frame, to bytes: inout [UInt8]) {
        let body = Self.bodyCount(frame)
        precondition(
            body <= FrameLimit.open,
            "A frame of \(body) bytes is sent; no peer accepts it"
        )
        precondition(
            (frame.sequence != nil) == (frame.lane == .reliable),
            "Exactly reliable frames have a sequence"
        )
        // Moved into the writer and back, so that nothing is copied.
        var writer = ByteWriter(appendingTo: bytes.taken())
        writer.write(UInt32(body))
        writer.write(frame.kind)
        writer.write(frame.lane.rawValue)
        if let sequence = frame.sequence {
            writer.write(sequence)
        }
        writer.write(bytes: frame.payload)
        bytes = writer.bytes
    }

    /// How many bytes `append(_:to:)` appends for `frame`, its length included.
    public static func encodedCount(_ frame: Frame) -> Int {
        FrameHeader.lengthBytes + Self.bodyCount(frame)
    }

    private static func bodyCount(_ frame: Frame) -> Int {
        FrameHeader.bodyBytesMinimum
            + (frame.lane == .reliable ? FrameHeader.sequenceBytes : 0)
            + frame.payload.count
    }
}

extension [UInt8] {
    fileprivate mutating func taken() -> [UInt8] {
        let bytes = self
        self = []
        return bytes
    }
}

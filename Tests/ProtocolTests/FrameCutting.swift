import Links
import Testing
import Wire

/// The one frame that `bytes` are, cut as a link cuts it once the hello is accepted.
func onlyFrame(in bytes: [UInt8]) throws -> Frame {
    var decoder = FrameDecoder(holdingAfter: FrameKind.hello.rawValue)
    decoder.open()
    decoder.append(bytes)
    let frame = try #require(try decoder.next())
    #expect(decoder.bufferedBytes == 0, "something follows the frame")
    return frame
}

/// A message's whole frame, as a link writes it.
func framed(_ message: LinkMessage, sequence: UInt64? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    FrameEncoder.append(
        Frame(
            kind: message.kind.rawValue,
            lane: message.kind.lane,
            sequence: sequence,
            payload: message.payload
        ),
        to: &bytes
    )
    return bytes
}

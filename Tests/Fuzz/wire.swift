// fuzz modules: Wire
// fuzz sources: Tests/WireTests/CBORValue.swift
import Wire

/// Called by libFuzzer with each input.
///
/// The first byte chooses: 0 reads the rest as CBOR, any other number cuts the rest into frames, in
/// chunks of so many bytes. A broken property stops the program, which libFuzzer reports.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let choice = input.first else { return 0 }
    if choice == 0 {
        checkValue(input[1...])
    } else {
        checkFrames(input[1...], chunk: Int(choice))
    }
    return 0
}

/// Whatever is accepted has been in its only encoding; skipping accepts the same as reading.
private func checkValue(_ bytes: ArraySlice<UInt8>) {
    let read = Result { () throws(WireError) in try CBORValue.decode(bytes) }
    let skipped = Result { () throws(WireError) in
        var reader = CBORReader(bytes)
        try reader.skipValue()
        try reader.finish()
    }
    switch (read, skipped) {
    case (.success(let value), .success):
        precondition(value.encoded == Array(bytes), "A value has two encodings")
    case (.failure(let error), .failure):
        precondition(!error.description.isEmpty, "An error says nothing")
    case (.failure(.integerTooWide), .success):
        // Only a reader that asks for 64 signed bits minds integers below them.
        break
    case (.success, .failure), (.failure, .success):
        preconditionFailure("Reading gives \(read), skipping \(skipped)")
    }
}

/// The outcome of a stream does not depend on how it is cut, and is encoded to what was received.
private func checkFrames(_ bytes: ArraySlice<UInt8>, chunk: Int) {
    let whole = Stream(bytes, chunk: max(1, bytes.count), borrowed: false)
    let cut = Stream(bytes, chunk: chunk, borrowed: true)
    precondition(whole == cut, "Whole gives \(whole), in \(chunk) bytes \(cut)")

    var encoded: [UInt8] = []
    for frame in whole.frames {
        FrameEncoder.append(frame, to: &encoded)
        checkValue(frame.payload[...])
    }
    precondition(bytes.starts(with: encoded), "Frames are not what was received")
    let rest = whole.error == nil ? bytes.count - encoded.count : 0
    precondition(whole.bufferedBytes == rest, "\(whole.bufferedBytes) bytes kept, not \(rest)")
}

/// Everything that a decoder shows of one stream whose hello has kind 2.
private struct Stream: Equatable {
    var frames: [Frame] = []
    var error: WireError?
    var heldBytes: Int?
    var bufferedBytes = 0
    var isMidFrame = false

    init(_ bytes: ArraySlice<UInt8>, chunk: Int, borrowed: Bool) {
        var decoder = FrameDecoder(holdingAfter: 2)
        var rest = bytes
        while !rest.isEmpty {
            let piece = Array(rest.prefix(chunk))
            if borrowed {
                decoder.append(piece.span.bytes)
            } else {
                decoder.append(piece)
            }
            rest = rest.dropFirst(chunk)
            self.takeFrames(from: &decoder)
        }
        if decoder.isHolding {
            self.heldBytes = decoder.bufferedBytes
            decoder.open()
            self.takeFrames(from: &decoder)
        }
        self.bufferedBytes = decoder.bufferedBytes
        self.isMidFrame = decoder.isMidFrame
    }

    private mutating func takeFrames(from decoder: inout FrameDecoder) {
        do throws(WireError) {
            while let frame = try decoder.next() {
                self.frames.append(frame)
            }
        } catch {
            self.error = error
        }
    }
}

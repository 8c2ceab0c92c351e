import Control
import Testing

@Suite struct LineSplitterTests {
    private static let stream = Array("one\n\ntwo\r\n123456789\nthree\n12345678\nrest".utf8)
    private static let pieces: [LineSplitter.Piece] = [
        .line(Array("one".utf8)), .line(Array("two\r".utf8)), .tooLong, .line(Array("three".utf8)),
        .line(Array("12345678".utf8)),
    ]

    private static func drain(_ splitter: inout LineSplitter) -> [LineSplitter.Piece] {
        var pieces: [LineSplitter.Piece] = []
        while let piece = splitter.next() { pieces.append(piece) }
        return pieces
    }

    @Test(arguments: 1...stream.count)
    func `the same lines come out however the bytes are cut`(_ size: Int) {
        var splitter = LineSplitter(lineBytesMaximum: 8)
        var pieces: [LineSplitter.Piece] = []
        for start in stride(from: 0, to: Self.stream.count, by: size) {
            splitter.append(Array(Self.stream[start..<min(start + size, Self.stream.count)]))
            pieces += Self.drain(&splitter)
        }
        #expect(pieces == Self.pieces)
        #expect(splitter.heldBytes == 4)
    }

    @Test func `the same lines come out when they are taken late`() {
        var splitter = LineSplitter(lineBytesMaximum: 8)
        for byte in Self.stream {
            splitter.append([byte])
        }
        #expect(Self.drain(&splitter) == Self.pieces)
    }

    @Test func `a line without end is told once and costs nothing`() {
        var splitter = LineSplitter(lineBytesMaximum: 8)
        var told = 0
        for _ in 0..<1_000 {
            splitter.append([UInt8](repeating: 0x78, count: 100))
            told += Self.drain(&splitter).count
            #expect(splitter.heldBytes == 0)
        }
        #expect(told == 1)
        splitter.append(Array("\nnext\n".utf8))
        #expect(Self.drain(&splitter) == [.line(Array("next".utf8))])
    }
}

import Determinism
import Testing

@testable import GPS

@Suite struct LineCutterTests {
    /// All that comes out when the bytes come in pieces of that size.
    private func cut(_ bytes: [UInt8], by size: Int) -> [LineCutter.Piece] {
        var cutter = LineCutter()
        var pieces: [LineCutter.Piece] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            rest.prefix(size).withUnsafeBytes { cutter.append($0) }
            rest = rest.dropFirst(size)
            while let piece = cutter.next() { pieces.append(piece) }
            #expect(cutter.heldBytes <= LineCutter.lineBytesMaximum + 1)
        }
        return pieces
    }

    @Test func `lines are the same in whatever pieces they come`() {
        let bytes = Array("one\r\ntwo\n\r\n\n three\r \r\nunfinished".utf8)
        let lines: [LineCutter.Piece] = ["one", "two", " three\r "].map { .line(Array($0.utf8)) }
        for size in 1...bytes.count { #expect(self.cut(bytes, by: size) == lines) }
    }

    @Test func `the longest line that gpsd writes is one, and a longer one comes out once`() {
        let maximum = LineCutter.lineBytesMaximum
        func line(_ count: Int, _ end: String) -> [UInt8] {
            Array(repeating: UInt8(ascii: "x"), count: count) + Array(end.utf8)
        }
        let next = Array("next\n".utf8)
        let after: LineCutter.Piece = .line(Array("next".utf8))
        for size in [1, 7, 4_096, 10_240, 10_241, 10_242, 65_536] {
            for end in ["\n", "\r\n"] {
                let whole: LineCutter.Piece = .line(line(maximum, ""))
                #expect(self.cut(line(maximum, end) + next, by: size) == [whole, after])
                #expect(self.cut(line(maximum + 1, end) + next, by: size) == [.tooLong, after])
                #expect(self.cut(line(maximum + 2, end) + next, by: size) == [.tooLong, after])
            }
        }
        for size in [1_000, 65_536] {
            #expect(self.cut(line(1_000_000, "\n") + next, by: size) == [.tooLong, after])
        }
    }

    @Test func `a line too long is told before it ends, if it ever does`() {
        let bytes = [UInt8](repeating: 0, count: 100_000)
        #expect(self.cut(bytes, by: 1_000) == [.tooLong])
    }

    @Test func `random bytes are cut at their newlines and nowhere else`() {
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<200 {
            let bytes = (0..<generator.within(0...400)).map { _ in
                [10, 13, 65, 0][generator.within(0...3)] as UInt8
            }
            let ended = bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast()
            let lines = ended.map { $0.last == 13 ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
            let size = generator.within(1...50)
            #expect(self.cut(bytes, by: size) == lines.map { .line(Array($0)) })
        }
    }
}

import EventLoop
import Glibc
import LoopTesting
import Testing

@Suite struct LogSinkTests {
    private static func drain(_ descriptor: Int32) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return all }
            all += buffer[..<count]
        }
    }

    @Test(arguments: [false, true])
    func `a reader that stalls loses whole lines, and is told how many`(_ isSocket: Bool) throws {
        let output = Box([UInt8]())
        let lost = Box(0)
        let total = 20_000
        try RunningLoop.run { loop, done in
            var ends: [Int32] = [0, 0]
            if isSocket {
                socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            } else {
                pipe(&ends)
            }
            let (source, target) = (ends[0], ends[1])
            let sink = LogSink(on: loop, borrowing: target) { "lost=\($0)" }
            for number in 0..<total {
                sink.write("line=\(number) \(String(repeating: "x", count: 80))")
                #expect(sink.queuedBytes <= LogSink.queuedBytesMaximum)
            }
            lost.value = sink.lostLines
            _ = fcntl(source, F_SETFL, O_NONBLOCK)
            let watch = try? DescriptorWatch(on: loop, borrowing: source) { _ in
                output.value += Self.drain(source)
                if sink.queuedBytes == 0, output.value.suffix(1) == [10] {
                    sink.write("last")
                    output.value += Self.drain(source)
                    done()
                }
            }
            watch?.start(.readable)
        }
        let lines = String(decoding: output.value, as: UTF8.self).split(separator: "\n")
        #expect(lost.value > 0)
        #expect(lines.count == total - lost.value + 2)
        #expect(lines.dropLast().last == "lost=\(lost.value)")
        #expect(lines.last == "last")
        #expect(lines.dropLast(2).allSatisfy { $0.hasSuffix("xxx") && $0.hasPrefix("line=") })
    }

    @Test func `the flag that keeps us from blocking isn't forced on who shares the pipe`() throws {
        try RunningLoop.standing { loop in
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            let sink = LogSink(on: loop, borrowing: ends[1]) { "lost=\($0)" }
            sink.write("a line")
            #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
            sink.close()
            for end in ends { close(end) }
        }
    }

    @Test func `a file gets its lines at once`() throws {
        try RunningLoop.standing { loop in
            let scratch = ScratchFolder()
            defer { scratch.remove() }
            let path = scratch.file("log")
            let file = open(path, O_CREAT | O_RDWR, 0o600)
            defer { close(file) }
            let sink = LogSink(on: loop, borrowing: file) { "lost=\($0)" }
            sink.write("one")
            sink.write("two")
            lseek(file, 0, SEEK_SET)
            #expect(Self.drain(file) == Array("one\ntwo\n".utf8))
            #expect(sink.queuedBytes == 0)
        }
    }

    @Test func `a reader that is gone costs lines, not the process`() throws {
        try RunningLoop.standing { loop in
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            let sink = LogSink(on: loop, borrowing: ends[1]) { "lost=\($0)" }
            close(ends[0])
            sink.write("one")
            sink.write("two")
            #expect(sink.lostLines == 2)
            sink.close()
            close(ends[1])
        }
    }
}

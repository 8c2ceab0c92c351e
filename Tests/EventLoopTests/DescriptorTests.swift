import EventLoop
import Glibc
import LoopTesting
import Testing

@Suite struct DescriptorTests {
    @Test func `a pipe is readable when something is in it, and until it is drained`() throws {
        let read = Box([UInt8]())
        try RunningLoop.run { loop, done in
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            let (source, target) = (ends[0], ends[1])
            let watch = Box<DescriptorWatch?>(nil)
            watch.value = try? DescriptorWatch(on: loop, borrowing: source) { events in
                #expect(events == .readable)
                var byte: UInt8 = 0
                if Glibc.read(source, &byte, 1) == 1 { return read.value.append(byte) }
                watch.value?.close()
                close(source)
                done()
            }
            watch.value?.start(.readable)
            write(target, [1, 2, 3] as [UInt8], 3)
            close(target)
        }
        #expect(read.value == [1, 2, 3])
    }

    @Test func `an error of the descriptor is told, and the watch can go on`() throws {
        let events = Box([DescriptorWatch.Events]())
        try RunningLoop.run { loop, done in
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            let (source, target) = (ends[0], ends[1])
            let watch = Box<DescriptorWatch?>(nil)
            // A pipe without a reader is in error (EPOLLERR) for its writer.
            watch.value = try? DescriptorWatch(on: loop, borrowing: target) { came in
                events.value.append(came)
                guard events.value.count == 2 else {
                    watch.value?.start(.writable)
                    return
                }
                watch.value?.close()
                close(target)
                done()
            }
            watch.value?.start(.writable)
            close(source)
        }
        #expect(events.value == [.failed, .failed])
    }

    @Test func `a regular file can't be watched, and that is said`() throws {
        try RunningLoop.standing { loop in
            let file = open("/proc/self/exe", O_RDONLY)
            defer { close(file) }
            #expect(throws: LoopError.self) {
                try DescriptorWatch(on: loop, borrowing: file) { _ in }
            }
        }
    }

    @Test func `random bytes have the length asked for and differ`() {
        #expect(Randomness.bytes(0) == [])
        #expect(Randomness.bytes(1_000).count == 1_000)
        #expect(Randomness.bytes(16) != Randomness.bytes(16))
    }
}

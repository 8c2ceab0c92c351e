import EventLoop
import Glibc
import LoopTesting
import Testing

@Suite struct StreamTests {
    @Test(arguments: [false, true])
    func `what is said comes back, and then the end`(_ isUnix: Bool) throws {
        let scratch = ScratchFolder()
        defer { scratch.remove() }
        let heard = Box([UInt8]())
        let end = Box<StreamEnd?>(nil)
        let path = isUnix ? scratch.file("s") : nil
        try RunningLoop.run { loop, done in
            StreamPair.make(on: loop, path: path) { pair in
                pair.echo()
                pair.client.start(reading: { heard.value += $0 }) {
                    end.value = $0
                    done()
                }
                pair.client.write([1, 2, 3])
                pair.client.write(Array(repeating: 4, count: 300_000))
                pair.client.shutdown()
                pair.client.write([9])
            }
        }
        #expect(heard.value == [1, 2, 3] + Array(repeating: 4, count: 300_000))
        #expect(end.value == .closedByPeer)
    }

    @Test func `fifty megabytes pass a slow reader whole, and the writer's queue stays short`()
        throws
    {
        let total = 50_000_000
        let limit = 1_000_000
        let chunk = 65_536
        let pattern = (0..<(chunk + 251)).map { UInt8($0 % 251) }
        let received = Box(0)
        let wrong = Box(0)
        let longest = Box(0)
        let waits = Box(0)
        try RunningLoop.run { loop, done in
            StreamPair.make(on: loop) { pair in
                let sent = Box(0)
                func fill() {
                    while sent.value < total, pair.client.queuedBytes < limit {
                        let count = min(chunk, total - sent.value)
                        let offset = sent.value % 251
                        sent.value += count
                        pair.client.write(Array(pattern[offset..<(offset + count)])) { fill() }
                        longest.value = max(longest.value, pair.client.queuedBytes)
                    }
                    if sent.value < total { waits.value += 1 }
                    if sent.value == total { pair.client.shutdown() }
                }
                pair.client.start(reading: { _ in }, ended: { _ in })
                let resume = LoopTimer(on: loop) { pair.server.resumeReading() }
                let untilPause = Box(0)
                pair.server.start(
                    reading: { bytes in
                        let offset = received.value % 251
                        let isRight = pattern.withUnsafeBytes {
                            guard let ours = $0.baseAddress, let theirs = bytes.baseAddress else {
                                return false
                            }
                            return memcmp(ours + offset, theirs, bytes.count) == 0
                        }
                        wrong.value += isRight ? 0 : 1
                        received.value += bytes.count
                        untilPause.value += bytes.count
                        guard untilPause.value > 2_000_000 else { return }
                        untilPause.value = 0
                        pair.server.pauseReading()
                        resume.arm(after: .milliseconds(2))
                    },
                    ended: { _ in done() }
                )
                fill()
            }
        }
        #expect(received.value == total)
        #expect(wrong.value == 0)
        #expect(longest.value < limit + chunk)
        #expect(waits.value > 0, "The writer never had to wait, so nothing was shown.")
    }

    @Test func `a thousand peers reset in the middle of a write`() throws {
        let rounds = 1_000
        let ends = Box([StreamEnd]())
        try RunningLoop.run { loop, done in
            let listener = Box<StreamListener?>(nil)
            func connect() {
                guard let port = listener.value?.port else { return }
                Stream.connect(to: .loopback(port: port), on: loop) { result in
                    guard case .success(let client) = result else { return }
                    client.start(reading: { _ in client.abort() }, ended: { _ in })
                }
            }
            func accepted(_ server: Stream) {
                let round = ends.value.count
                let block = [UInt8](repeating: 7, count: 100_000)
                func writeMore() { server.write(block) { writeMore() } }
                server.start(reading: { _ in }) { end in
                    ends.value.append(end)
                    #expect(ends.value.count == round + 1)
                    server.write(block)
                    loop.later {
                        server.close()
                        ends.value.count < rounds ? connect() : done()
                    }
                }
                writeMore()
            }
            listener.value = try? StreamListener(
                on: loop,
                at: .address(.loopback(port: 0)),
                accepted: accepted
            )
            connect()
        }
        #expect(ends.value.count == rounds)
        let names = Set(
            ends.value.map { end -> String in
                if case .failed(let error) = end { return error.fault?.name ?? "" }
                return "\(end)"
            }
        )
        #expect(names.isSubset(of: ["ECONNRESET", "EPIPE"]))
    }

    @Test func `a handler may close its own stream, and then hears nothing more`() throws {
        let calls = Box(0)
        try RunningLoop.run { loop, done in
            StreamPair.make(on: loop) { pair in
                pair.client.start(
                    reading: { _ in
                        calls.value += 1
                        pair.client.close()
                        pair.client.close()
                        pair.client.write([1]) { calls.value += 100 }
                        pair.client.resumeReading()
                    },
                    ended: { _ in calls.value += 10 }
                )
                pair.server.start(reading: { _ in calls.value += 1_000 }) { _ in
                    loop.later { done() }
                }
                pair.server.write(Array(repeating: 1, count: 200_000))
            }
        }
        #expect(calls.value == 1)
    }

    @Test func `completions come in order, after their bytes, and never from inside write`() throws
    {
        let order = Box([Int]())
        try RunningLoop.run { loop, done in
            StreamPair.make(on: loop) { pair in
                pair.server.start(reading: { _ in }, ended: { _ in })
                pair.client.start(reading: { _ in }, ended: { _ in })
                for number in 0..<20 {
                    pair.client.write(Array(repeating: 0, count: 400_000)) {
                        order.value.append(number)
                        if number == 19 { done() }
                    }
                }
                #expect(order.value.isEmpty)
                #expect(pair.client.queuedBytes > 0)
            }
        }
        #expect(order.value == Array(0..<20))
    }

    @Test func `a low water mark leaves more of a long queue here, where it has priorities`() throws
    {
        let queued = Box([Int: Int]())
        try RunningLoop.run { loop, done in
            for mark in [1_000_000_000, 65_536] {
                StreamPair.make(on: loop) { pair in
                    pair.client.setNoDelay(true)
                    pair.client.setUserTimeout(.seconds(8))
                    pair.client.setQuickAck(false)
                    pair.client.setNotSentLowWater(mark)
                    pair.client.start(reading: { _ in }, ended: { _ in })
                    // The server doesn't read, so all of this has to stay somewhere.
                    pair.client.write(Array(repeating: 0, count: 16_000_000))
                    queued.value[mark] = pair.client.queuedBytes
                    if queued.value.count == 2 { done() }
                }
            }
        }
        let low = try #require(queued.value[65_536])
        let high = try #require(queued.value[1_000_000_000])
        #expect(low - high > 1_000_000)
    }

    private static func openDescriptors() -> Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }

    @Test func `a thousand connections leave no descriptor behind`() throws {
        let before = Self.openDescriptors()
        let open = Box(0)
        try RunningLoop.run { loop, done in
            let listener = Box<StreamListener?>(nil)
            let rounds = Box(0)
            func connect() {
                guard let port = listener.value?.port else { return }
                Stream.connect(to: .loopback(port: port), on: loop) { result in
                    guard case .success(let client) = result else { return }
                    client.start(reading: { _ in }) { _ in
                        client.close()
                        rounds.value += 1
                        guard rounds.value == 1_000 else { return connect() }
                        open.value = Self.openDescriptors()
                        done()
                    }
                }
            }
            listener.value = try? StreamListener(on: loop, at: .address(.loopback(port: 0))) {
                $0.close()
            }
            connect()
        }
        // Other tests open and close descriptors meanwhile; a leak would be a thousand or two.
        #expect(open.value - before < 500)
        #expect(open.value > 0)
    }
}

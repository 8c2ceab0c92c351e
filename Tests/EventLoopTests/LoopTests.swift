import EventLoop
import LoopTesting
import Testing

@Suite struct LoopTests {
    /// An actor on a loop, as the session is.
    private actor Counter {
        nonisolated let loop: Loop
        private var entries = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            self.loop.asUnownedSerialExecutor()
        }

        init(loop: Loop) {
            self.loop = loop
        }

        func enter() -> Int {
            self.entries += 1
            return self.entries
        }
    }

    @Test func `an actor on the loop is entered from a callback without a hop`() throws {
        let seen = Box(0)
        try RunningLoop.run { loop, done in
            let counter = Counter(loop: loop)
            let timer = LoopTimer(on: loop) {
                seen.value = counter.assumeIsolated { $0.enter() }
                done()
            }
            timer.arm(after: .milliseconds(1))
        }
        #expect(seen.value == 1)
    }

    @Test func `an actor on the loop is awaited from elsewhere`() async throws {
        let running = RunningLoop(try Loop())
        let counter = Counter(loop: running.loop)
        for expected in 1...1_000 {
            let entries = await counter.enter()
            #expect(entries == expected)
        }
        running.loop.stop()
        running.join()
    }

    @Test func `only the loop's thread is isolated`() throws {
        let inside = Box<Bool?>(nil)
        let outside = Box<Bool?>(nil)
        try RunningLoop.run { loop, done in
            inside.value = loop.isIsolatingCurrentContext()
            loop.checkIsolated()
            let thread = TestThread { outside.value = loop.isIsolatingCurrentContext() }
            thread.join()
            done()
        }
        #expect(inside.value == true)
        #expect(outside.value == false)
    }

    private static func enterFromOutside() throws {
        let counter = Counter(loop: try Loop())
        _ = counter.assumeIsolated { $0.enter() }
    }

    @Test func `assuming isolation off the loop ends the process`() async {
        await #expect(processExitsWith: .failure) {
            try LoopTests.enterFromOutside()
        }
    }

    @Test func `work from eight threads keeps each thread's order`() throws {
        let running = RunningLoop(try Loop())
        let loop = running.loop
        let seen = Box([Int: [Int]]())
        let threads = (0..<8).map { number in
            TestThread {
                for index in 0..<2_000 {
                    loop.post { seen.value[number, default: []].append(index) }
                }
            }
        }
        for thread in threads { thread.join() }
        loop.stop()
        running.join()
        for number in 0..<8 {
            #expect(seen.value[number] == Array(0..<2_000))
        }
    }

    @Test func `the hook follows the work of its iteration, and posting in it goes on`() throws {
        let order = Box([String]())
        try RunningLoop.run { loop, done in
            loop.setPrepareHook {
                guard order.value.last != "hook" else { return }
                order.value.append("hook")
                guard order.value.count < 6 else { return done() }
                loop.later { order.value.append("later") }
            }
            loop.post { order.value.append("posted") }
        }
        #expect(order.value == ["posted", "hook", "later", "hook", "later", "hook"])
    }

    @Test func `work that posts itself for ever starves neither timers nor the end`() throws {
        let rounds = Box(0)
        try RunningLoop.run { loop, done in
            @Sendable func again() {
                rounds.value += 1
                loop.post { again() }
            }
            again()
            LoopTimer(on: loop) { done() }.arm(after: .milliseconds(5))
        }
        #expect(rounds.value > 1)
    }

    @Test func `what is posted after the end is dropped`() throws {
        let running = RunningLoop(try Loop())
        running.loop.stop()
        running.join()
        let ran = Box(false)
        running.loop.post { ran.value = true }
        #expect(!ran.value)
    }

    @Test func `a stop that comes while the loop is stopping changes nothing`() throws {
        try RunningLoop.run { loop, done in
            loop.setPrepareHook { loop.stop() }
            done()
        }
    }

    @Test func `a loop that never ran is freed`() throws {
        weak var loop: Loop?
        do {
            let made = try Loop()
            made.post {}
            loop = made
            #expect(loop != nil)
        }
        #expect(loop == nil)
    }
}

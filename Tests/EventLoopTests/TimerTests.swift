import EventLoop
import LoopTesting
import Testing

@Suite struct TimerTests {
    @Test func `timers fire in the order in which they are due, and never early`() throws {
        let fired = Box([Int]())
        let early = Box(0)
        try RunningLoop.run { loop, done in
            for delay in [30, 10, 20, 0, 15] {
                let due = loop.now + .milliseconds(delay)
                let timer = LoopTimer(on: loop) {
                    fired.value.append(delay)
                    if loop.now < due { early.value += 1 }
                    if fired.value.count == 5 { done() }
                }
                timer.arm(after: .milliseconds(delay))
            }
        }
        #expect(fired.value == [0, 10, 15, 20, 30])
        #expect(early.value == 0)
    }

    @Test func `a callback that takes long makes no later timer early`() throws {
        let early = Box(false)
        try RunningLoop.run { loop, done in
            let start = loop.now
            while loop.now - start < .milliseconds(40) {}
            let due = loop.now + .milliseconds(20)
            let timer = LoopTimer(on: loop) {
                early.value = loop.now < due
                done()
            }
            timer.arm(after: .milliseconds(20))
        }
        #expect(!early.value)
    }

    @Test func `arming again replaces what was armed`() throws {
        let count = Box(0)
        try RunningLoop.run { loop, done in
            let timer = LoopTimer(on: loop) { count.value += 1 }
            timer.arm(after: .seconds(25))
            timer.arm(after: .milliseconds(1))
            LoopTimer(on: loop) { done() }.arm(after: .milliseconds(10))
        }
        #expect(count.value == 1)
    }

    @Test func `a timer can be cancelled and another closed from a callback`() throws {
        let fired = Box([String]())
        try RunningLoop.run { loop, done in
            let cancelled = LoopTimer(on: loop) { fired.value.append("cancelled") }
            let closed = LoopTimer(on: loop) { fired.value.append("closed") }
            let first = LoopTimer(on: loop) {
                fired.value.append("first")
                cancelled.cancel()
                closed.close()
            }
            for timer in [first, cancelled, closed] { timer.arm(after: .milliseconds(2)) }
            #expect(cancelled.isArmed)
            LoopTimer(on: loop) { done() }.arm(after: .milliseconds(10))
        }
        #expect(fired.value == ["first"])
    }

    @Test func `a timer may close itself and arm another from its callback`() throws {
        let fired = Box(0)
        try RunningLoop.run { loop, done in
            let timer = Box<LoopTimer?>(nil)
            timer.value = LoopTimer(on: loop) {
                fired.value += 1
                timer.value?.close()
                timer.value?.arm(after: .zero)
                LoopTimer(on: loop) { done() }.arm(after: .milliseconds(3))
            }
            timer.value?.arm(after: .zero)
        }
        #expect(fired.value == 1)
    }
}

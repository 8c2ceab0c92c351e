import Testing

@testable import ServiceDiscovery

struct RetryScheduleTests {
    @Test func `waits grow to 5 s and start over after a reset`() {
        var schedule = RetrySchedule()
        let longest = (0..<6).map { _ in schedule.next(random: 20) }
        #expect(longest == RetrySchedule.delays + [.seconds(5)])
        schedule.reset()
        #expect(schedule.next(random: 20) == .milliseconds(500))
    }

    @Test func `chance takes a fifth at most`() {
        for random: UInt64 in [0, 1, 20, 21, .max] {
            var schedule = RetrySchedule()
            let wait = schedule.next(random: random)
            #expect((.milliseconds(400)...(.milliseconds(500))).contains(wait))
        }
    }
}

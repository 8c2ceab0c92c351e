import Glibc
import LoopTesting
package import ServiceDiscovery
import Synchronization

/// Service discoveries of one process, several at a time, started and stopped as fast as they can
/// be.
///
/// Each is stopped at another depth of its work: before anything is open, when the browse is, while
/// look-ups run, and when one has found an address or all have ended. Spinning threads keep the
/// processors busy meanwhile.
package final class Storm: Sendable {
    /// One discovery, and what is to be looked at once it has stopped.
    package struct Subject: Sendable {
        let discovery: ServiceDiscovery
        let fault: @Sendable () -> String?

        /// `fault` is asked after the stop, and says what was wrong, if anything was.
        package init(_ discovery: ServiceDiscovery, fault: @escaping @Sendable () -> String?) {
            self.discovery = discovery
            self.fault = fault
        }
    }

    package typealias Handler = @Sendable (DiscoveryEvent) -> Void

    /// A cycle that lasts longer is stuck: on a busy machine one takes some tens of milliseconds.
    package static let patience = Duration.seconds(5)

    private enum Depth: Int, CaseIterable {
        case begun, available, resolving, resolved
    }

    /// What a discovery has told its handler.
    private struct Told: Sendable {
        var isAvailable = false
        var sights: [(label: String, interface: UInt32)] = []
        var addresses = 0
        var ended = 0
        var events = 0

        mutating func note(_ event: DiscoveryEvent) {
            self.events += 1
            switch event {
            case .available: self.isAvailable = true
            case .unavailable: self.isAvailable = false
            case .found(let label, let interface): self.sights.append((label, interface))
            case .address: self.addresses += 1
            case .lookUpEnded: self.ended += 1
            case .lost, .resolved, .registered, .registrationFailed: break
            }
        }
    }

    private struct Progress: Sendable {
        /// When the cycle began that each driver is in.
        var began: [Int: ContinuousClock.Instant] = [:]
        /// Drivers that have not come to the end of their cycles.
        var busy = 0
        var report = StormReport()
    }

    private let drivers: Int
    private let make: @Sendable (@escaping Handler) throws(ServiceDiscoveryError) -> Subject
    private let progress = Mutex(Progress())
    private let isOver = Atomic(false)

    /// Nothing begins yet.
    package init(
        drivers: Int,
        make: @escaping @Sendable (@escaping Handler) throws(ServiceDiscoveryError) -> Subject
    ) {
        self.drivers = drivers
        self.make = make
    }

    /// Runs that many cycles, the sum of all drivers', after a few that warm the process up.
    package func run(cycles: Int, spinners: Int) -> StormReport {
        let spinning = (0..<spinners).map { _ in
            TestThread { while !self.isOver.load(ordering: .relaxed) {} }
        }
        // What libraries make once and keep is no leak.
        self.drive(cyclesEach: Depth.allCases.count)
        let before = Resources.now()
        let warmUp = self.progress.withLock { progress in
            defer { progress.report = StormReport() }
            return progress.report
        }
        if warmUp.faults.isEmpty { self.drive(cyclesEach: cycles / self.drivers) }
        let after = Resources.settled(at: before, within: Self.patience)
        self.isOver.store(true, ordering: .relaxed)
        for thread in spinning { thread.join() }
        var report = self.progress.withLock { $0.report }
        report.faults = warmUp.faults + report.faults
        report.before = before
        report.after = after
        return report
    }

    /// Lets all drivers run at once, and watches them; goes without those that are stuck.
    private func drive(cyclesEach count: Int) {
        self.progress.withLock { $0.busy = self.drivers }
        let threads = (0..<self.drivers).map { driver in
            TestThread {
                for number in 0..<count { self.cycle(number + driver, of: driver) }
                self.progress.withLock { $0.busy -= 1 }
            }
        }
        while self.progress.withLock({ $0.busy }) > 0 {
            poll(nil, 0, 20)
            guard !self.isAnyStuck() else { return }
        }
        for thread in threads { thread.join() }
    }

    private func isAnyStuck() -> Bool {
        self.progress.withLock { progress in
            let now = ContinuousClock.now
            let stuck = progress.began.filter { now - $0.value > Self.patience }.keys.sorted()
            progress.report.faults += stuck.map {
                "Driver \($0) has been in one cycle for over \(Self.patience)."
            }
            return !stuck.isEmpty
        }
    }

    private func cycle(_ number: Int, of driver: Int) {
        let began = ContinuousClock.now
        self.progress.withLock { $0.began[driver] = began }
        let told = Watched(Told())
        let fault = self.live(told, until: Depth.allCases[number % Depth.allCases.count])
        let took = ContinuousClock.now - began
        let end = told.value
        self.progress.withLock { progress in
            progress.began[driver] = nil
            progress.report.cycles += 1
            progress.report.sights += end.sights.count
            progress.report.addresses += end.addresses
            progress.report.slowest = max(progress.report.slowest, took)
            if let fault {
                progress.report.faults.append("Driver \(driver), cycle \(number): \(fault)")
            }
        }
    }

    /// One discovery's life; what was wrong with it, if anything was.
    private func live(_ told: Watched<Told>, until depth: Depth) -> String? {
        do throws(ServiceDiscoveryError) {
            let subject = try self.make { event in told.change { $0.note(event) } }
            subject.discovery.browse()
            let isReached = self.reach(depth, of: subject.discovery, told)
            guard subject.discovery.stop(within: Self.patience) else { return "It did not stop." }
            let events = told.value.events
            let fault = subject.fault()
            guard told.value.events == events else { return "It told something after its stop." }
            return fault ?? (isReached ? nil : "It did not get as far as \(depth).")
        } catch {
            return "\(error)"
        }
    }

    private func reach(
        _ depth: Depth,
        of discovery: ServiceDiscovery,
        _ told: Watched<Told>
    ) -> Bool {
        switch depth {
        case .begun:
            return true
        case .available:
            return told.wait { $0.isAvailable }
        case .resolving, .resolved:
            guard told.wait(until: { !$0.sights.isEmpty }) else { return false }
            let sights = told.value.sights
            for (number, sight) in sights.enumerated() {
                discovery.lookUp(UInt64(number), label: sight.label, interface: sight.interface)
            }
            return depth == .resolving
                || told.wait { $0.addresses > 0 || $0.ended == sights.count }
        }
    }
}

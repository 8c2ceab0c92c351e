import Glibc

/// Carries out what the machine decides, on the one thread that owns every reference.
final class DiscoveryDriver {
    private let inbox: CommandInbox
    private let announcer: Announcer
    private let watchdog: Watchdog
    private let reports: ReportBuffer
    private let services: any DNSServices
    private let sockets: SocketWatch?
    private var machine: DiscoveryStateMachine
    private var descriptors: [ReferenceID: Int32] = [:]

    init(
        type: ServiceType,
        inbox: CommandInbox,
        announcer: Announcer,
        watchdog: Watchdog,
        services: (ReportBuffer) -> any DNSServices
    ) {
        self.inbox = inbox
        self.announcer = announcer
        self.watchdog = watchdog
        self.reports = ReportBuffer()
        self.services = services(self.reports)
        self.sockets = SocketWatch(
            paths: [LocalSocket.avahiPath] + (SystemBus.path().map { [$0] } ?? [])
        )
        self.machine = DiscoveryStateMachine(type: type)
    }

    /// Returns after the inbox was told to stop, with everything closed.
    func run() {
        while true {
            let contents = self.inbox.take()
            guard !contents.isStopping else { break }
            for event in contents.backlog.ended { self.announcer.tell(event) }
            for command in contents.backlog.commands { self.handle(.command(command)) }
            self.wait()
        }
        for id in self.descriptors.keys.sorted() { self.close(id) }
    }

    private func wait() {
        let references = self.descriptors.sorted { $0.key < $1.key }
        let watched = [self.inbox.descriptor, self.sockets?.descriptor ?? -1]
        var descriptors = (watched + references.map(\.value)).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        MonotonicTime.poll(&descriptors, until: self.machine.nextDeadline)
        if descriptors[1].revents != 0, self.sockets?.take() == true {
            self.handle(.daemonAppeared)
        }
        for (reference, polled) in zip(references, descriptors.dropFirst(watched.count))
        where polled.revents != 0 {
            self.process(reference.key)
        }
        if let deadline = self.machine.nextDeadline, deadline <= MonotonicTime.now() {
            self.handle(.timePassed)
        }
    }

    private func process(_ id: ReferenceID) {
        guard self.descriptors[id] != nil else { return }  // closed since the poll
        let began = MonotonicTime.now()
        let code = self.call { self.services.process(id) }
        if let code { self.failed(id, code, since: began) }
        self.handleReports(since: began)
        self.watchdog.callSettled()
    }

    private func handleReports(since began: Duration) {
        while true {
            let reports = self.reports.take()
            guard !reports.isEmpty else { return }
            for (id, answer) in reports {
                if case .failed(let code) = answer {
                    self.failed(id, code, since: began)
                } else {
                    self.handle(.answered(id, answer))
                }
            }
        }
    }

    private func failed(_ id: ReferenceID, _ code: ServiceErrorCode, since began: Duration) {
        let outage = SystemBus.outage(after: code, lasting: MonotonicTime.now() - began)
        self.handle(.failed(id, code, outage: outage))
    }

    /// Feeds the machine, and what its effects bring, until nothing is left to do at once.
    private func handle(_ event: DiscoveryStateMachine.Event) {
        var next: DiscoveryStateMachine.Event? = event
        while let event = next {
            next = nil
            let effects = self.machine.handle(
                event,
                random: UInt64.random(in: 0...UInt64.max),
                at: MonotonicTime.now()
            )
            for effect in effects {
                if let outcome = self.perform(effect) { next = outcome }
            }
            switch event {
            case .opened, .refused: self.watchdog.callSettled()
            case .command, .answered, .failed, .daemonAppeared, .timePassed: break
            }
        }
    }

    private func perform(
        _ effect: DiscoveryStateMachine.Effect
    ) -> DiscoveryStateMachine.Event? {
        switch effect {
        case .open(let query, let id):
            return self.open(query, as: id)
        case .close(let id):
            self.close(id)
        case .tell(let event):
            self.announcer.tell(event)
        case .stand(let standing):
            self.announcer.update {
                $0.standing = standing
                $0.isCallStuck = false  // whoever decides is not stuck
            }
        case .updateText(let text, let id):
            let began = MonotonicTime.now()
            guard let code = self.call({ self.services.updateText(text, of: id) }) else { break }
            let outage = SystemBus.outage(after: code, lasting: MonotonicTime.now() - began)
            return .failed(id, code, outage: outage)
        }
        return nil
    }

    private func open(
        _ query: ServiceQuery,
        as id: ReferenceID
    ) -> DiscoveryStateMachine.Event {
        let began = MonotonicTime.now()
        switch self.call({ self.services.open(query, as: id) }) {
        case .success(let descriptor):
            self.descriptors[id] = descriptor
            return .opened(id)
        case .failure(let refusal):
            let lasting = MonotonicTime.now() - began
            return .refused(
                id,
                refusal.code,
                outage: SystemBus.outage(after: refusal.code, lasting: lasting)
            )
        }
    }

    private func close(_ id: ReferenceID) {
        self.descriptors[id] = nil
        self.call { self.services.close(id) }
    }

    private func call<Result>(_ body: () -> Result) -> Result {
        self.watchdog.callBegan(at: MonotonicTime.now())
        defer { self.watchdog.callReturned() }
        return body()
    }
}

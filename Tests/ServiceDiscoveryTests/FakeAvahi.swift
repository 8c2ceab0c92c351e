import Glibc
import Synchronization

@testable import ServiceDiscovery

/// Plays Avahi without a bus: it refuses, hangs, answers or keeps silent, and counts what is asked.
final class FakeAvahi: Sendable {
    enum Behaviour: Sendable {
        case refuse(ServiceErrorCode)
        /// Every open blocks until the behaviour changes.
        case hang
        /// Questions are open, and nothing is ever said.
        case keepSilent
        /// Questions are answered as soon as they are open, and of eve something is said for ever.
        case keepTalking
    }

    struct Record: Sendable {
        var opened = 0
        var processed = 0
        var closed = 0
        var largest = 0
        var isOnOneThread = true
        fileprivate var thread: pthread_t?
        fileprivate var open: [ReferenceID: WakePipe] = [:]
        fileprivate var browse: ReferenceID?
        fileprivate var isEveThere = false
    }

    private let behaviour: Mutex<Behaviour>
    private let record = Mutex(Record())
    private let answers = Mutex<[(ReferenceID, ServiceAnswer)]>([])

    init(_ behaviour: Behaviour) {
        self.behaviour = Mutex(behaviour)
    }

    var counts: Record { self.record.withLock { $0 } }

    func become(_ behaviour: Behaviour) {
        self.behaviour.withLock { $0 = behaviour }
    }

    /// Makes the question with this number readable, and answers when it is read.
    func answer(_ reference: UInt64, _ answer: ServiceAnswer) {
        let id = ReferenceID(value: reference)
        self.answers.withLock { $0.append((id, answer)) }
        self.record.withLock { $0.open[id]?.signal() }
    }

    /// What a LAN with one instance, bob, says to a question.
    static func answers(to query: ServiceQuery) -> [ServiceAnswer] {
        switch query {
        case .browse: [.browsed(isAdded: true, label: "bob", interface: 3)]
        case .register(let advert, _, _): [.registered(label: advert.label)]
        case .resolve(let label, _, let interface):
            [
                .resolved(
                    host: label + ".local",
                    port: 1,
                    text: TextRecord(),
                    interface: interface
                )
            ]
        case .addresses(_, .v4, let interface):
            [.address(bytes: [10, 0, 0, 1], interface: interface)]
        case .addresses(_, .v6, _): []
        }
    }

    /// Eve comes and goes, whenever the browse has been read.
    private func talk(of id: ReferenceID) {
        let isThere: Bool? = self.record.withLock { record in
            guard id == record.browse else { return nil }
            record.isEveThere.toggle()
            return record.isEveThere
        }
        guard let isThere else { return }
        self.answer(id.value, .browsed(isAdded: isThere, label: "eve", interface: 3))
    }

    func services(_ reports: ReportBuffer) -> any DNSServices {
        Services(fake: self, reports: reports)
    }

    private final class Services: DNSServices {
        let fake: FakeAvahi
        let reports: ReportBuffer

        init(fake: FakeAvahi, reports: ReportBuffer) {
            self.fake = fake
            self.reports = reports
        }

        func open(
            _ query: ServiceQuery,
            as id: ReferenceID
        ) -> Result<Int32, DNSServicesRefusal> {
            self.fake.note { $0.opened += 1 }
            while true {
                switch self.fake.behaviour.withLock(\.self) {
                case .hang: sched_yield()
                case .refuse(let code): return .failure(DNSServicesRefusal(code: code))
                case .keepSilent: return self.hold(id)
                case .keepTalking:
                    if case .browse = query { self.fake.note { $0.browse = id } }
                    let held = self.hold(id)
                    for answer in FakeAvahi.answers(to: query) {
                        self.fake.answer(id.value, answer)
                    }
                    return held
                }
            }
        }

        private func hold(_ id: ReferenceID) -> Result<Int32, DNSServicesRefusal> {
            guard let pipe = try? WakePipe() else {
                return .failure(DNSServicesRefusal(code: .other(0)))
            }
            self.fake.note { record in
                record.open[id] = pipe
                record.largest = max(record.largest, record.open.count)
            }
            return .success(pipe.readEnd)
        }

        func process(_ id: ReferenceID) -> ServiceErrorCode? {
            self.fake.note { record in
                record.processed += 1
                record.open[id]?.drain()
            }
            self.fake.talk(of: id)
            let mine = self.fake.answers.withLock { answers in
                defer { answers.removeAll { $0.0 == id } }
                return answers.filter { $0.0 == id }
            }
            for (_, answer) in mine { self.reports.append(answer, for: id) }
            return nil
        }

        func updateText(_ text: TextRecord, of id: ReferenceID) -> ServiceErrorCode? { nil }

        func close(_ id: ReferenceID) {
            self.fake.note { record in
                record.closed += 1
                record.open[id] = nil
            }
        }
    }

    private func note(_ change: (inout Record) -> Void) {
        self.record.withLock { record in
            let thread = pthread_self()
            record.isOnOneThread = record.isOnOneThread && thread == (record.thread ?? thread)
            record.thread = thread
            change(&record)
        }
    }
}

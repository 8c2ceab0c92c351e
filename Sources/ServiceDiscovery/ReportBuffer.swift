import Synchronization

/// What Avahi's callbacks said, until the thread that they ran on comes to take it.
final class ReportBuffer: Sendable {
    private let reports = Mutex<[(ReferenceID, ServiceAnswer)]>([])

    func append(_ answer: ServiceAnswer, for id: ReferenceID) {
        self.reports.withLock { $0.append((id, answer)) }
    }

    func take() -> [(ReferenceID, ServiceAnswer)] {
        self.reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
    }
}

import Determinism

/// Decides when an occasion goes wrong, and counts the faults that were really injected.
///
/// A kind that was asked for and has not struck yet is sure to strike on an early occasion, so that
/// a run does not claim to have tested what it has not.
public struct FaultTally: Equatable, Sendable {
    private let plan: FaultPlan
    private var counts: [Int]
    private var occasions: [Int]

    init(plan: FaultPlan) {
        self.plan = plan
        self.counts = Fault.allCases.map { _ in 0 }
        self.occasions = self.counts
    }

    /// How often a kind was injected.
    public func count(of fault: Fault) -> Int { self.counts[fault.rawValue] }

    /// Kinds that were asked for and never struck.
    public var missing: [Fault] {
        Fault.allCases.filter { self.plan[$0] > 0 && self.counts[$0.rawValue] == 0 }
    }

    /// The counts, for people.
    public var description: String {
        Fault.allCases.filter { self.counts[$0.rawValue] > 0 }
            .map { "\($0)=\(self.counts[$0.rawValue])" }.joined(separator: " ")
    }

    /// Whether this occasion goes wrong; counted if so.
    mutating func strikes(_ fault: Fault, _ generator: inout SeededGenerator) -> Bool {
        let rate = self.plan[fault]
        guard rate > 0 else { return false }
        self.occasions[fault.rawValue] += 1
        let isOwed = self.counts[fault.rawValue] == 0 && self.occasions[fault.rawValue] >= 2
        guard isOwed || generator.happens(perMille: rate) else { return false }
        self.note(fault)
        return true
    }

    /// Counts a fault that struck by itself.
    mutating func note(_ fault: Fault) { self.counts[fault.rawValue] += 1 }
}

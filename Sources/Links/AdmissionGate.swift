public import Determinism

/// Who may begin a handshake, decided before a single byte of it is read.
///
/// Strangers cost memory and key exchanges, so there are few of them at once and in a second, and
/// each place they come from has a share. A source is 4 or 16 bytes of address. IPv6 counts by its
/// whole address and not by its /64: on a LAN that is everybody, so one stranger could keep all
/// others out; who makes up addresses meets the bound on all.
public struct AdmissionGate: Equatable, Sendable {
    /// What becomes of a connection that was just accepted.
    public enum Verdict: Equatable, Sendable {
        /// It may shake hands; the connection `evicting`, if there is one, has to be aborted.
        case admit(evicting: UInt64?)
        /// It has to be aborted.
        case refuse(Refusal)
    }

    /// Why a connection is not admitted.
    public enum Refusal: Equatable, Sendable, CustomStringConvertible {
        /// The source began more handshakes in a second than one peer ever needs.
        case tooMany(perSecond: Int)

        public var description: String {
            switch self {
            case .tooMany(let count):
                "The address began more than \(count) handshakes in a second."
            }
        }
    }

    /// Connections at once that have not shown who they are: a whole session that starts together.
    public static let unauthenticatedMaximum = 64
    /// Of these, from one source: two daemons that dial by four addresses each.
    public static let perSourceMaximum = 8
    /// Handshakes in a second, and at once, from one source; one costs about 2 ms.
    public static let handshakesPerSecond = 10
    /// Sources whose rate is known; those that were quiet the longest are forgotten first.
    public static let sourcesMaximum = 1_024

    private static let interval = Duration.seconds(1) / Self.handshakesPerSecond

    private struct Candidate: Equatable, Sendable {
        let id: UInt64
        let source: [UInt8]
    }

    /// Unauthenticated connections, the oldest first.
    private var candidates: [Candidate] = []
    /// For each source, when its bucket of handshakes is full again.
    private var fullAgain: [[UInt8]: Moment] = [:]

    /// A gate through which nobody has come yet.
    public init() {}

    /// How many connections have not shown who they are.
    public var unauthenticatedCount: Int { self.candidates.count }

    /// How many sources' rates are known.
    var sourcesCount: Int { self.fullAgain.count }

    /// Judges the new connection `id` from the address `source`.
    public mutating func admit(source address: [UInt8], id: UInt64, at now: Moment) -> Verdict {
        let source = Self.source(of: address)
        guard self.spend(of: source, at: now) else {
            return .refuse(.tooMany(perSecond: Self.handshakesPerSecond))
        }
        let evicted = self.oldestToGiveWay(for: source)
        if let evicted { self.candidates.removeAll { $0.id == evicted } }
        self.candidates.append(Candidate(id: id, source: source))
        return .admit(evicting: evicted)
    }

    /// The connection has shown who it is, and counts no more.
    public mutating func authenticated(_ id: UInt64) {
        self.candidates.removeAll { $0.id == id }
    }

    /// The connection is gone.
    ///
    /// Without effect for one that was authenticated or evicted.
    public mutating func closed(_ id: UInt64) {
        self.candidates.removeAll { $0.id == id }
    }

    // MARK: Sources

    private static func source(of address: [UInt8]) -> [UInt8] {
        let isMapped =
            address.count == 16 && address[10] == 0xff && address[11] == 0xff
            && address[0..<10].allSatisfy { $0 == 0 }
        if isMapped { return [UInt8](address[12...]) }
        return address
    }

    /// Who gives way: the oldest of the source if that has its share, or else the oldest of the
    /// source that holds the most, so that a crowd from few places can't push a single peer out.
    private func oldestToGiveWay(for source: [UInt8]) -> UInt64? {
        let held = self.candidates.count { $0.source == source }
        if held >= Self.perSourceMaximum {
            return self.candidates.first { $0.source == source }?.id
        }
        guard self.candidates.count >= Self.unauthenticatedMaximum else { return nil }
        var counts: [[UInt8]: Int] = [:]
        for candidate in self.candidates { counts[candidate.source, default: 0] += 1 }
        let most = counts.values.max()
        return self.candidates.first { counts[$0.source] == most }?.id
    }

    // MARK: Rates

    /// Takes one handshake out of the source's bucket, if there is one.
    private mutating func spend(of source: [UInt8], at now: Moment) -> Bool {
        let full = max(self.fullAgain[source] ?? now, now)
        let fullAfter = full + Self.interval
        guard fullAfter - now <= Self.interval * Self.handshakesPerSecond else { return false }
        if self.fullAgain[source] == nil { self.makeRoom(at: now) }
        self.fullAgain[source] = fullAfter
        return true
    }

    /// Forgets the sources whose buckets are full, and if need be the quarter nearest to that.
    private mutating func makeRoom(at now: Moment) {
        guard self.fullAgain.count >= Self.sourcesMaximum else { return }
        self.fullAgain = self.fullAgain.filter { $0.value > now }
        guard self.fullAgain.count >= Self.sourcesMaximum else { return }
        // Ordered by address among equals, so that one history has one outcome.
        let quietest = self.fullAgain.sorted {
            $0.value == $1.value
                ? $0.key.lexicographicallyPrecedes($1.key) : $0.value < $1.value
        }
        for (source, _) in quietest.prefix(Self.sourcesMaximum / 4) { self.fullAgain[source] = nil }
    }
}

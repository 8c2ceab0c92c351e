public import Peers

/// What DNS-SD says is there: hints, bounded, and never a proof.
///
/// A peer is present while at least one of its adverts is, on whatever interface.
public struct AdvertTable: Equatable, Sendable {
    /// Peers that may be advertised at once; what comes beyond is not looked at.
    public static let peersMaximum = 512
    /// Adverts of one peer: as many as a machine has interfaces, and a clone or two.
    public static let advertsPerPeerMaximum = 16

    /// What an advert changes.
    public enum Change: Equatable, Sendable {
        /// The first advert of this peer.
        case appeared(PeerID)
        /// One more way to a peer that is known.
        case another(PeerID)
        /// One advert went, others stay.
        case fewer(PeerID)
        /// The last advert of this peer went.
        case disappeared(PeerID)
        /// Not ours, a repeat, or beyond the bound.
        case nothing
    }

    private var adverts: [PeerID: [AdvertKey]] = [:]
    /// Adverts that were turned away because the table was full.
    public private(set) var refused = 0

    public init() {}

    /// The adverts of a peer, in a stable order.
    public func adverts(of peer: PeerID) -> [AdvertKey] { self.adverts[peer] ?? [] }

    /// Whether any advert of that peer is there.
    public func contains(_ peer: PeerID) -> Bool { self.adverts[peer] != nil }

    /// Everybody advertised, in the order of their ids.
    public var peers: [PeerID] { self.adverts.keys.sorted() }

    public mutating func found(_ advert: AdvertKey) -> Change {
        guard let peer = advert.peer else { return .nothing }
        guard var known = self.adverts[peer] else {
            guard self.adverts.count < Self.peersMaximum else {
                self.refused += 1
                return .nothing
            }
            self.adverts[peer] = [advert]
            return .appeared(peer)
        }
        guard !known.contains(advert), known.count < Self.advertsPerPeerMaximum else {
            return .nothing
        }
        known.append(advert)
        known.sort()
        self.adverts[peer] = known
        return .another(peer)
    }

    public mutating func lost(_ advert: AdvertKey) -> Change {
        guard let peer = advert.peer, var known = self.adverts[peer],
            let index = known.firstIndex(of: advert)
        else { return .nothing }
        known.remove(at: index)
        if known.isEmpty {
            self.adverts[peer] = nil
            return .disappeared(peer)
        }
        self.adverts[peer] = known
        return .fewer(peer)
    }
}

import Determinism
import Discovery
import Links
import Peers

/// One machine with a daemon on it: what a shell would remember.
///
/// The engine is beside it, since it is large and this is often copied.
struct SimulatedDaemon: Sendable {
    enum Condition: Equatable, Sendable {
        /// Nothing of it is there; the machine itself may be, or be without power.
        case down(isPowered: Bool)
        case running
        /// The process gets no time; the kernel goes on.
        case frozen(since: Moment)
    }

    let index: Int
    let peer: PeerID
    var address: IPAddress
    var port: UInt16
    /// Where it was before it last moved: what a stale cache still says.
    var formerEndpoint: Endpoint?
    var condition = Condition.down(isPowered: true)
    /// Counts starts: what belongs to an earlier one is void.
    var run = 0
    var startedAt = Moment.zero
    var armedAt: Moment?
    var connections: [LinkID: Int] = [:]
    var dials: [DialID: Int] = [:]
    var lookUps: Set<LookUpToken> = []
    /// What came while it was frozen.
    var postponed: [Happening] = []
    var lastLink: UInt64 = 0
    /// The label that its advert stands under, while it stands.
    var label: String?
    /// Adverts that its browser was told of.
    var heard: Set<AdvertKey> = []
    var isStopping = false
    /// How many lines the log of its riders had when they were last looked at.
    var rideLines: UInt64 = 0

    var isRunning: Bool { self.condition == .running }

    var isFrozen: Bool {
        if case .frozen = self.condition { return true }
        return false
    }

    var isDown: Bool {
        if case .down = self.condition { return true }
        return false
    }

    var isPowered: Bool { self.condition != .down(isPowered: false) }

    var endpoint: Endpoint { Endpoint(address: self.address, port: self.port) }

    /// The daemon's own clock at a moment of the LAN's.
    func local(_ moment: Moment) -> Moment {
        Moment(nanoseconds: moment.nanoseconds - self.startedAt.nanoseconds)
    }

    /// The LAN's clock at a moment of the daemon's own.
    func global(_ moment: Moment) -> Moment {
        Moment(nanoseconds: moment.nanoseconds + self.startedAt.nanoseconds)
    }
}

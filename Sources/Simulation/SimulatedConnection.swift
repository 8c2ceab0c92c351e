import Determinism
import Discovery
import Links
import Peers
import Wire

/// One TCP connection with TLS on it, from the dial to its last event, seen from outside.
struct SimulatedConnection: Sendable {
    enum Side: Int, Sendable {
        case dialler = 0
        case acceptor = 1

        var other: Side { self == .dialler ? .acceptor : .dialler }
    }

    struct End: Sendable {
        let daemon: Int
        /// The run of the daemon whose socket this is.
        let run: Int
        var link: LinkID?
        var decoder = FrameDecoder(holdingAfter: FrameKind.hello.rawValue)
        /// The socket exists.
        var isOpen = true
        /// The engine wrote its last bytes.
        var hasFinished = false
        /// What this end sends is lost without a word.
        var isSilent = false
        /// Nothing that is still on its way may arrive here earlier.
        var lastArrival = Moment.zero
        /// Sent by this end, and held back by the network.
        var held: [Parcel] = []
        var heldBytes = 0
        var heldSince: Moment?
        /// The engine waits for `written`, which waits for the network.
        var owesWritten = false
    }

    let dial: DialID
    let endpoint: Endpoint
    /// From where the acceptor sees the dialler come.
    let source: Endpoint
    let startedAt: Moment
    let delay: Duration
    var ends: [End]
    var isCancelled = false

    subscript(side: Side) -> End {
        get { self.ends[side.rawValue] }
        set { self.ends[side.rawValue] = newValue }
    }
}

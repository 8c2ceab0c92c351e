import Activities
import Discovery
import Links
import Peers

// How an event reads in a debug log: short, and never longer than a line.
extension SessionEvent {
    /// What happened, in a few words; `nil` for what comes too often to be told.
    public var trace: String? {
        switch self {
        case .discoveryAvailable: "discovery available"
        case .discoveryUnavailable(let why): "discovery unavailable: \(why)"
        case .advertRegistered(let label): "advert registered: \(label)"
        case .advertFound(let advert): "advert found: \(advert.label) on \(advert.interface)"
        case .advertLost(let advert): "advert lost: \(advert.label) on \(advert.interface)"
        case .lookUpResolved(let token, let name):
            "look-up \(token.number) resolved: \(name?.text ?? "no name")"
        case .lookUpFound(let token, let endpoint): "look-up \(token.number) found \(endpoint)"
        case .lookUpEnded(let token, let failure):
            "look-up \(token.number) ended: \(failure ?? "done")"
        case .networkChanged: "network changed"
        case .dialFailed(let dial, let why): "dial \(dial.number) failed: \(why)"
        case .linkEstablished(let link):
            "link \(link.id.number) established with \(link.peer.short) at \(link.remote)"
        case .framesReceived, .written, .timerFired: nil
        case .framesMalformed(let link, let what): "link \(link.number) malformed: \(what)"
        case .linkClosed(let link, let why): "link \(link.number) closed: \(why)"
        case .commanded(_, let token): "command \(token.number)"
        case .satelliteFix: nil
        case .satellitesLost: "satellites lost"
        case .stopRequested: "stop requested"
        }
    }
}

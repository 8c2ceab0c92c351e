import Activities
import Discovery
import Links
import Peers

// How events and effects read in a debug log: short, and never longer than a line.

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
        case .stopRequested: "stop requested"
        }
    }
}

extension SessionEffect {
    /// What is to be done, in a few words; `nil` for what comes too often, or is told otherwise.
    public var trace: String? {
        switch self {
        case .advertise(let advert): "advertise \(advert.name) at port \(advert.port)"
        case .withdrawAdvert: "withdraw the advert"
        case .lookUp(let token, let advert):
            "look-up \(token.number): \(advert.label) on \(advert.interface)"
        case .cancelLookUp(let token): "cancel look-up \(token.number)"
        case .dial(let dial, let endpoint): "dial \(dial.number): \(endpoint)"
        case .cancelDial(let dial): "cancel dial \(dial.number)"
        case .openFrames(let link): "link \(link.number): hello accepted"
        case .abort(let link): "link \(link.number): abort"
        case .write(let link, _, isLast: true): "link \(link.number): the last write"
        case .write, .reply, .tell, .rememberBlocked, .rememberName, .rememberMet: nil
        case .stopped: "stopped"
        }
    }
}

import Discovery
import Links
import Peers

// How an effect reads in a debug log: short, and never longer than a line.
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
        case .write, .reply, .tell, .rememberBlocked, .rememberName, .rememberRide, .rememberMet:
            nil
        case .stopped: "stopped"
        }
    }
}

public import Discovery
public import EventLoop
import Peers
import ServiceDiscovery
public import SessionEngine

/// The daemon's end of DNS-SD: carries out what the engine asks for, and raises what is heard.
///
/// Loop-confined. The wrapper answers on a thread of its own; its events are posted to the loop.
public final class AdvertPort {
    private let loop: Loop
    private let choice: InterfaceChoice
    private let raise: @Sendable (SessionEvent) -> Void
    private var services: ServiceDiscovery?
    private var advert: Advertisement?
    private var advertisedOn: [UInt32] = []

    /// Begins to browse at once.
    ///
    /// `raise` is called on the loop.
    public init(
        on loop: Loop,
        choice: InterfaceChoice,
        raise: @escaping @Sendable (SessionEvent) -> Void
    ) {
        self.loop = loop
        self.choice = choice
        self.raise = raise
        do throws(ServiceDiscoveryError) {
            self.services = try ServiceDiscovery(type: "_paceline._tcp") { event in
                loop.post {
                    for event in Self.sessionEvents(of: event) { raise(event) }
                }
            }
            self.services?.browse()
        } catch {
            let why = "\(error)".clause
            loop.post { raise(.discoveryUnavailable(why)) }
        }
    }

    /// Advertises in the place of what was advertised before.
    public func advertise(_ advert: Advertisement) {
        self.advert = advert
        do throws(ServiceDiscoveryError) {
            let text = try AdvertText.record(of: advert)
            self.advertisedOn = self.interfaces
            guard self.choice == .physical || !self.advertisedOn.isEmpty else {
                // None of those that were named is here: no interfaces would mean all of them.
                self.services?.withdraw()
                return
            }
            let service = try ServiceAdvert(
                label: advert.peer.description,
                port: advert.port,
                text: text,
                interfaces: Array(self.advertisedOn.prefix(ServiceAdvert.interfacesMaximum))
            )
            self.services?.advertise(service)
        } catch {
            self.raise(.discoveryUnavailable("\(error)".clause))
        }
    }

    /// Says goodbye on the network.
    public func withdraw() {
        self.advert = nil
        self.services?.withdraw()
    }

    public func lookUp(_ token: LookUpToken, _ advert: AdvertKey) {
        guard let services = self.services else {
            let raise = self.raise
            self.loop.post { raise(.lookUpEnded(token, failure: "DNS-SD is not available")) }
            return
        }
        services.lookUp(token.number, label: advert.label, interface: advert.interface)
    }

    public func cancelLookUp(_ token: LookUpToken) {
        self.services?.cancelLookUp(token.number)
    }

    /// Interfaces came or went: advertises on those that are to be served now.
    public func networkChanged() {
        guard let advert = self.advert, self.interfaces != self.advertisedOn else { return }
        self.advertise(advert)
    }

    /// Ends, after 1 s at most.
    public func stop() {
        self.services?.stop()
        self.services = nil
    }

    private var interfaces: [UInt32] {
        guard let interfaces = try? Interfaces.list() else { return [] }  // tidy-ok: all of them.
        return self.choice.indexes(among: interfaces)
    }

    private static func sessionEvents(of event: DiscoveryEvent) -> [SessionEvent] {
        switch event {
        case .registered(let label):
            return [.advertRegistered(label: label)]
        case .registrationFailed:
            // Tried again by itself; when discovery is down as a whole that is said too.
            return []
        case .found(let label, let interface):
            return [.advertFound(AdvertKey(label: label, interface: interface))]
        case .lost(let label, let interface):
            return [.advertLost(AdvertKey(label: label, interface: interface))]
        case .resolved(let token, _, _, let text, _):
            return [.lookUpResolved(LookUpToken(token), name: AdvertText.name(in: text))]
        case .address(let token, let address, _):
            guard let parsed = IPAddress(bytes: address.bytes, scope: address.scope) else {
                return []
            }
            let endpoint = Endpoint(address: parsed, port: address.port)
            return [.lookUpFound(LookUpToken(token), endpoint)]
        case .lookUpEnded(let token, let outcome):
            switch outcome {
            case .done, .cancelled:
                return [.lookUpEnded(LookUpToken(token), failure: nil)]
            case .failed(let failure):
                return [.lookUpEnded(LookUpToken(token), failure: "\(failure)".clause)]
            }
        case .available:
            return [.discoveryAvailable]
        case .unavailable(let outage):
            return [.discoveryUnavailable("\(outage)".clause)]
        }
    }
}

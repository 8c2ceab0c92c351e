import Determinism
import Discovery
import Peers

// Adverts, look-ups and dials: hints that lead to links.
extension Engine {
    mutating func handleDiscovery(_ event: SessionEvent, at now: Moment) {
        switch event {
        case .discoveryAvailable:
            guard self.discoveryFailure != nil else { return }
            self.discoveryFailure = nil
            self.effects.append(.tell(.discoveryAvailable))
        case .discoveryUnavailable(let why):
            guard self.discoveryFailure != why else { return }
            self.discoveryFailure = why
            self.effects.append(.tell(.discoveryUnavailable(why)))
        case .advertRegistered(let label):
            // Avahi renames the second of two that claim one label.
            if label != self.local.peer.description { self.ownIdentityIsInUse() }
        case .advertFound(let advert):
            self.advertChanged(self.adverts.found(advert), at: now)
        case .advertLost(let advert):
            self.advertChanged(self.adverts.lost(advert), at: now)
        case .lookUpResolved(let token, let name):
            guard let name, let peer = self.lookUps[token]?.peer else { return }
            self.peers.changeKnown(peer) { $0.name = $0.name ?? name }
        case .lookUpFound(let token, let endpoint):
            self.carryOut(self.plan.lookUpFound(token, endpoint, at: now), at: now)
        case .lookUpEnded(let token, let failure):
            self.lookUps[token] = nil
            self.carryOut(self.plan.lookUpEnded(token, failure: failure, at: now), at: now)
        case .networkChanged:
            // What could not be reached before may be now, and the other way round.
            for target in self.plan.targets {
                self.carryOut(self.plan.hurry(target, at: now), at: now)
            }
        case .dialFailed, .linkEstablished, .framesReceived, .framesMalformed, .written,
            .linkClosed, .satelliteFix, .satellitesLost, .commanded, .timerFired, .stopRequested:
            preconditionFailure("\(event) is not an event of discovery.")
        }
    }

    private mutating func advertChanged(_ change: AdvertTable.Change, at now: Moment) {
        switch change {
        case .appeared(let peer), .another(let peer):
            guard peer != self.local.peer else { return }
            // So that the roster shows it while it is being reached for.
            self.peers.change(peer, at: now) { _ in }
            self.reconsider(peer, at: now)
            self.carryOut(self.plan.hurry(.peer(peer), at: now), at: now)
        case .fewer(let peer), .disappeared(let peer):
            guard peer != self.local.peer else { return }
            self.touched.insert(peer)
        case .nothing:
            break
        }
    }

    /// Reaches for a peer if a link to it is wanted and there is a way; stops otherwise.
    mutating func reconsider(_ peer: PeerID, at now: Moment) {
        guard peer != self.local.peer, self.stopDeadline == nil else { return }
        let record = self.peers[peer]
        let adverts = self.adverts.adverts(of: peer)
        let isMissed = record?.isMissed(at: now) ?? false
        var endpoints: [Endpoint] = []
        if let record {
            let hinted = record.endpoints
            endpoints = isMissed ? hinted : hinted.filter { !record.ownEndpoints.contains($0) }
        }
        let isWanted =
            record?.electedLink == nil && record?.isHeldOff != true && record?.refusal == nil
            && !self.blocked.contains(peer)
        guard isWanted, !adverts.isEmpty || !endpoints.isEmpty else {
            self.carryOut(
                self.plan.drop(
                    .peer(peer),
                    assumingFailures: self.plan.failures(of: .peer(peer))
                ),
                at: now
            )
            return
        }
        if !self.plan.contains(.peer(peer)), self.links.isOpening(to: peer) { return }
        self.carryOut(
            self.plan.want(.peer(peer), endpoints: endpoints, adverts: adverts, at: now),
            at: now
        )
    }

    mutating func carryOut(_ effects: [DialPlan.Effect], at now: Moment) {
        for effect in effects {
            switch effect {
            case .lookUp(let token, let advert):
                self.lookUps[token] = advert
                self.effects.append(.lookUp(token, advert))
            case .cancelLookUp(let token):
                self.lookUps[token] = nil
                self.effects.append(.cancelLookUp(token))
            case .dial(let dial, let endpoint, _):
                self.effects.append(.dial(dial, endpoint))
            case .cancelDial(let dial):
                self.effects.append(.cancelDial(dial))
            case .roundFailed(let target, let reason):
                self.answerConnects(to: target, .failed(reason))
            }
        }
    }

    mutating func dialFailed(_ dial: DialID, _ reason: String, at now: Moment) {
        self.carryOut(self.plan.dialFailed(dial, reason, at: now), at: now)
    }
}

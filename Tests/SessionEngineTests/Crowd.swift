import Determinism
import Discovery
import Links
import Peers
import SessionEngine
import Wire

/// Strangers without end, and the shell through which they reach an engine.
///
/// Each is advertised for a while, under an address that tells who it is, and then does what its
/// way is.
struct Crowd {
    enum Way: Int, CaseIterable {
        /// Nobody listens where the advert leads.
        case isRefused
        /// Nothing comes back from there.
        case isSilent
        /// Somebody else answers there.
        case isSomebodyElse
        /// It speaks another version.
        case isForeign
        /// It knocks and joins, and leaves with a word.
        case joinsAndLeaves
        /// It knocks and joins, and is never heard of again.
        case joinsAndVanishes
        /// A member says where it is.
        case isNamed
    }

    /// Members from before; the first is the arbiter of its link, the others are not.
    static let real = [Daemon.peer(3), Daemon.peer(250), Daemon.peer(251)]
    /// How many later ones come before an advert goes: more than there is room for.
    private static let advertised = 700
    /// How many later ones come before a guest leaves: more than there are seats.
    private static let stay = 160
    /// How many later ones come before a member takes its word back.
    private static let named = 140

    private(set) var daemon = Daemon(100)
    /// What has become of the strangers, counted.
    private(set) var tally: [String: Int] = [:]
    /// The real members that were said to have left.
    private(set) var leavings: [PeerID] = []
    private var ways: [Way: Int] = [:]
    private var last = 0
    private var numbers: [String: Int] = [:]
    private var lastLink: UInt64 = 0
    private var links: [PeerID: UInt64] = [:]
    private var sequences: [UInt64: UInt64] = [:]
    private var lastPong = Moment.zero
    private var inbox: [SessionEvent] = []
    private var isDraining = false

    func count(_ way: Way) -> Int { self.ways[way, default: 0] }

    private static func peer(_ number: Int) -> PeerID {
        // Every other one is the arbiter of its link.
        let half = number / 2
        let byte = (number.isMultiple(of: 2) ? 20 : 110) + half / 250
        return Daemon.peer(UInt8(byte), UInt8(half % 250))
    }

    private static func way(_ number: Int) -> Way {
        // The two halves take every way alike.
        Way.allCases[(number / 2) % Way.allCases.count]
    }

    private static func endpoint(_ number: Int) -> Endpoint {
        Endpoint(address: .v4(0x0A4E_0000 + UInt32(number)), port: 7_433)
    }

    private static func advert(_ number: Int) -> AdvertKey {
        AdvertKey(label: self.peer(number).description, interface: 3)
    }

    // MARK: What comes to pass

    /// The next stranger comes, and those whose time is over go.
    mutating func knock(_ number: Int) {
        self.last = number
        let way = Self.way(number)
        self.ways[way, default: 0] += 1
        let advert = Self.advert(number)
        self.numbers[advert.label] = number
        self.happens(.advertFound(advert))
        switch way {
        case .isForeign, .joinsAndLeaves, .joinsAndVanishes: self.join(Self.peer(number))
        case .isNamed: self.isNamed(number, at: [Self.endpoint(number)])
        case .isRefused, .isSilent, .isSomebodyElse: break
        }
        self.goes(number)
    }

    private mutating func goes(_ number: Int) {
        let (advertised, guest) = (number - Self.advertised, number - Self.stay)
        let named = number - Self.named
        if advertised > 0 { self.happens(.advertLost(Self.advert(advertised))) }
        if guest > 0, Self.way(guest) == .joinsAndLeaves { self.leaves(Self.peer(guest)) }
        if named > 0, Self.way(named) == .isNamed { self.isNamed(named, at: []) }
    }

    /// All that are still there go.
    mutating func disperse() {
        for number in self.last - Self.advertised...self.last + Self.advertised {
            self.goes(number)
        }
        self.last += Self.advertised
    }

    /// A peer dials in, and says hello.
    mutating func join(_ peer: PeerID, dial: DialID? = nil) {
        self.lastLink += 1
        let link = self.lastLink
        self.links[peer] = link
        self.happens(
            .linkEstablished(
                EstablishedLink(
                    id: LinkID(link),
                    dial: dial,
                    peer: peer,
                    remote: Daemon.endpoint(9),
                    openedAt: self.daemon.now
                )
            )
        )
        let isForeign =
            (1...5_000).contains(self.last) && Self.peer(self.last) == peer
            && Self.way(self.last) == .isForeign
        let hello = Hello(
            minorVersions: isForeign ? 7...7 : 0...0,
            name: Daemon.name("somebody"),
            instance: Daemon.instance(1),
            activities: [1],
            port: 7_433,
            held: nil
        )
        self.says([.prove(Prove(proof: [])), .hello(hello)], on: link)
        if peer < Daemon.peer(100) { self.says([.elect(UInt64(self.last) + 1)], on: link) }
    }

    /// A member's link falls, and it can't dial in for a while.
    mutating func fall(_ peer: PeerID) {
        guard let link = self.links.removeValue(forKey: peer) else { return }
        self.happens(.linkClosed(LinkID(link), detail: "reset"))
    }

    private mutating func leaves(_ peer: PeerID) {
        guard let link = self.links[peer] else { return }
        self.says([.goodbye(Goodbye(reason: .leaving))], on: link)
    }

    private mutating func isNamed(_ number: Int, at endpoints: [Endpoint]) {
        guard let link = self.links[Self.real[1 + number % 2]] else { return }
        self.says([.members([MemberHint(peer: Self.peer(number), endpoints: endpoints)])], on: link)
    }

    /// Time passes; the real members answer every second.
    mutating func pass(_ duration: Duration) {
        let end = self.daemon.now + duration
        while let due = self.daemon.engine.nextDeadline, due <= end {
            self.daemon.now = max(self.daemon.now, due)
            self.happens(.timerFired)
            self.answer()
        }
        self.daemon.now = end
        self.answer()
    }

    private mutating func answer() {
        guard self.daemon.now - self.lastPong >= .seconds(1) else { return }
        self.lastPong = self.daemon.now
        for peer in Self.real {
            if let link = self.links[peer] { self.says([.pong(0)], on: link) }
        }
    }

    private mutating func says(_ messages: [LinkMessage], on link: UInt64) {
        let frames = messages.map { message in
            if message.kind.lane == .reliable { self.sequences[link, default: 0] += 1 }
            return Daemon.frame(message, sequence: self.sequences[link, default: 1])
        }
        self.happens(.framesReceived(LinkID(link), frames))
    }

    // MARK: The shell

    /// What an event brings about is raised after it has been dealt with, as in a real shell.
    private mutating func happens(_ event: SessionEvent) {
        self.inbox.append(event)
        guard !self.isDraining else { return }
        self.isDraining = true
        while !self.inbox.isEmpty {
            for effect in self.daemon.take(self.inbox.removeFirst()) { self.carryOut(effect) }
        }
        self.isDraining = false
    }

    private mutating func carryOut(_ effect: SessionEffect) {
        switch effect {
        case .lookUp(let token, let advert):
            guard let number = self.numbers[advert.label] else { return }
            self.happens(.lookUpFound(token, Self.endpoint(number)))
            self.happens(.lookUpEnded(token, failure: nil))
        case .dial(let dial, let endpoint):
            self.dialled(dial, endpoint)
        case .write(let link, _, isLast: true), .abort(let link):
            for case .goodbye(let goodbye) in self.daemon.written(on: link.number) {
                self.tally["goodbye: \(goodbye.reason)", default: 0] += 1
            }
            self.happens(.linkClosed(link, detail: "closed"))
            self.links = self.links.filter { $0.value != link.number }
        case .tell(let notice):
            self.note(notice)
        case .write, .openFrames, .cancelDial, .cancelLookUp, .advertise, .withdrawAdvert, .reply,
            .rememberBlocked, .rememberName, .rememberRide, .rememberMet, .stopped:
            break
        }
    }

    private mutating func dialled(_ dial: DialID, _ endpoint: Endpoint) {
        guard case .v4(let bits) = endpoint.address, bits > 0x0A4E_0000 else {
            return self.happens(.dialFailed(dial, "no route to host"))
        }
        switch Self.way(Int(bits - 0x0A4E_0000)) {
        case .isSilent:
            self.tally["not answered", default: 0] += 1
        case .isSomebodyElse:
            self.tally["somebody else", default: 0] += 1
            self.join(Daemon.peer(99), dial: dial)
        case .isRefused, .isForeign, .joinsAndLeaves, .joinsAndVanishes, .isNamed:
            self.tally["refused by the host", default: 0] += 1
            self.happens(.dialFailed(dial, "connection refused"))
        }
    }

    private mutating func note(_ notice: SessionNotice) {
        switch notice {
        case .joined: self.tally["joined", default: 0] += 1
        case .left(let peer, _, let cause):
            self.tally["left: \(cause)", default: 0] += 1
            if Self.real.contains(peer) { self.leavings.append(peer) }
        case .refused(_, name: _, let reason): self.tally["refuses: \(reason)", default: 0] += 1
        case .suspected, .recovered, .renamed, .identityInUse, .discoveryAvailable,
            .discoveryUnavailable, .violation, .guess, .ride:
            break
        }
    }
}

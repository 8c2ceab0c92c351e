import Determinism
import Discovery
import Links
import Peers
import SessionEngine
import Wire

// Connections: from the dial through TLS to the last event, with the codec in the loop.
extension SimulatedLAN {
    typealias Side = SimulatedConnection.Side

    /// A kernel gives up on data that nobody acknowledges after this (TCP_USER_TIMEOUT).
    static var userTimeout: Duration { .seconds(8) }
    /// What a socket takes before a write has to wait.
    static var socketBytes: Int { 128 * 1_024 }

    // MARK: Dials

    mutating func dial(_ dial: DialID, _ endpoint: Endpoint, by index: Int) {
        var delay = self.between(.microseconds(50), self.configuration.delayMaximum)
        if !self.isQuiet, self.tally.strikes(.slowLink, &self.generator) {
            delay = self.between(.milliseconds(100), .milliseconds(1_500))
        }
        let daemon = self.daemons[index]
        let source = Endpoint(
            address: daemon.address,
            port: UInt16(50_000 + self.generator.within(0...9_999))
        )
        let end = SimulatedConnection.End(daemon: index, run: daemon.run)
        // Who answers is known once the first packet has arrived.
        self.connections.append(
            SimulatedConnection(
                dial: dial,
                endpoint: endpoint,
                source: source,
                startedAt: self.now,
                delay: delay,
                ends: [end]
            )
        )
        let id = self.connections.count - 1
        self.daemons[index].dials[dial] = id
        var way = delay
        if !self.isQuiet, self.tally.strikes(.slowDial, &self.generator) {
            way = self.between(.seconds(1), .seconds(6))
        }
        self.queue.add(.knock(id), at: self.after(way))
    }

    mutating func cancelDial(_ dial: DialID, by index: Int) {
        guard let id = self.daemons[index].dials.removeValue(forKey: dial) else { return }
        self.connections[id].isCancelled = true
        self.connections[id][.dialler].isOpen = false
    }

    private mutating func dialFailed(_ id: Int, _ reason: String, in delay: Duration) {
        let end = self.connections[id][.dialler]
        let event = SessionEvent.dialFailed(self.connections[id].dial, reason)
        self.queue.add(.event(end.daemon, run: end.run, event), at: self.after(delay))
    }

    /// The first packet of a dial has come to where it was sent.
    mutating func knocked(_ id: Int) {
        let connection = self.connections[id]
        let dialler = connection[.dialler].daemon
        guard !connection.isCancelled, self.isCurrent(dialler, connection[.dialler].run) else {
            return
        }
        if !self.isQuiet, self.tally.strikes(.blackholedDial, &self.generator) { return }
        guard
            let index = self.daemons.firstIndex(where: {
                $0.isPowered && $0.address == connection.endpoint.address
            })
        else { return self.dialFailed(id, "no route to host", in: .seconds(3)) }
        guard self.reaches(dialler, index), self.reaches(index, dialler) else { return }
        guard self.daemons[index].port == connection.endpoint.port, !self.daemons[index].isDown
        else { return self.dialFailed(id, "connection refused", in: connection.delay) }
        guard !self.postpones(.knock(id), index, self.daemons[index].run) else { return }
        if !self.isQuiet, self.tally.strikes(.brokenHandshake, &self.generator) {
            return self.dialFailed(id, "the TLS handshake failed", in: connection.delay)
        }
        self.shakeHands(id, with: index)
    }

    private mutating func shakeHands(_ id: Int, with index: Int) {
        let delay = self.connections[id].delay
        var end = SimulatedConnection.End(daemon: index, run: self.daemons[index].run)
        // In TLS 1.3 the client is through before the server has looked at its certificate.
        let client = self.after(delay + self.jitter(.milliseconds(3)))
        let server = client + delay + self.jitter(.milliseconds(3))
        end.lastArrival = server
        self.connections[id].ends.append(end)
        self.connections[id][.dialler].lastArrival = client
        self.queue.add(.established(id, .dialler), at: client)
        self.queue.add(.established(id, .acceptor), at: server)
    }

    mutating func established(_ id: Int, _ side: Side, _ happening: Happening) {
        let connection = self.connections[id]
        let end = connection[side]
        guard !connection.isCancelled, !self.postpones(happening, end.daemon, end.run),
            connection[side].isOpen
        else { return }
        let other = connection[side.other]
        guard self.isCurrent(other.daemon, other.run) else {
            self.connections[id][side].isOpen = false
            if side == .dialler { self.dialFailed(id, "connection reset", in: .zero) }
            return
        }
        self.daemons[end.daemon].lastLink += 1
        let link = LinkID(self.daemons[end.daemon].lastLink)
        self.connections[id][side].link = link
        self.daemons[end.daemon].connections[link] = id
        if side == .dialler { self.daemons[end.daemon].dials[connection.dial] = nil }
        let established = EstablishedLink(
            id: link,
            dial: side == .dialler ? connection.dial : nil,
            peer: self.daemons[other.daemon].peer,
            remote: side == .dialler ? connection.endpoint : connection.source,
            openedAt: self.daemons[end.daemon].local(connection.startedAt)
        )
        self.handle(.linkEstablished(established), by: end.daemon)
    }

    // MARK: Bytes leave

    /// Which end of a connection a daemon's link is.
    func side(of link: LinkID, at index: Int, in id: Int) -> Side? {
        for side in [Side.dialler, .acceptor] where self.connections[id].ends.count > side.rawValue
        {
            let end = self.connections[id][side]
            if end.daemon == index, end.link == link { return side }
        }
        return nil
    }

    mutating func write(_ link: LinkID, _ bytes: [UInt8], _ isLast: Bool, by index: Int) {
        guard let id = self.daemons[index].connections[link],
            let side = self.side(of: link, at: index, in: id), self.connections[id][side].isOpen
        else { return }
        if self.connections[id][side].hasFinished {
            self.queues.found("daemon \(index) writes on link \(link.number) after the last write")
        }
        self.transmit(Parcel(bytes: bytes, ending: isLast ? .end : .none), id, from: side)
        guard !isLast else { return self.connections[id][side].hasFinished = true }
        // A hundred megabytes a second, and the loop's next round.
        let way = Duration.nanoseconds(10_000 + Int64(bytes.count) * 10)
        if self.connections[id][side].heldBytes > Self.socketBytes {
            self.connections[id][side].owesWritten = true
        } else {
            self.queue.add(.written(id, side), at: self.after(way))
        }
    }

    mutating func written(_ id: Int, _ side: Side, _ happening: Happening) {
        let end = self.connections[id][side]
        guard let link = end.link, end.isOpen, !self.postpones(happening, end.daemon, end.run)
        else { return }
        self.handle(.written(link), by: end.daemon)
    }

    mutating func openFrames(_ link: LinkID, by index: Int) {
        guard let id = self.daemons[index].connections[link],
            let side = self.side(of: link, at: index, in: id)
        else { return }
        self.connections[id][side].decoder.open()
    }

    mutating func abort(_ link: LinkID, by index: Int) {
        guard let id = self.daemons[index].connections[link],
            let side = self.side(of: link, at: index, in: id)
        else { return }
        self.transmit(Parcel(bytes: [], ending: .reset), id, from: side)
        self.shut(id, side)
    }

    /// Puts something on its way, or holds it back if the way is obstructed.
    mutating func transmit(_ parcel: Parcel, _ id: Int, from side: Side) {
        guard self.connections[id].ends.count == 2 else { return }
        let (from, to) = (self.connections[id][side], self.connections[id][side.other])
        let timeout = self.after(Self.userTimeout)
        if from.isSilent || to.isSilent || !self.reaches(from.daemon, to.daemon)
            || !self.reaches(to.daemon, from.daemon)
        {
            self.queue.add(.userTimeout(id, side, sentAt: self.now), at: timeout)
        }
        guard !from.isSilent else { return }
        guard from.held.isEmpty, self.reaches(from.daemon, to.daemon) else {
            self.connections[id][side].held.append(parcel)
            self.connections[id][side].heldBytes += parcel.bytes.count
            return
        }
        self.send(parcel, id, from: side)
    }

    private mutating func send(_ parcel: Parcel, _ id: Int, from side: Side) {
        let earliest = self.after(self.connections[id].delay + self.jitter(.microseconds(200)))
        let arrival = max(
            earliest,
            self.connections[id][side.other].lastArrival + .nanoseconds(1)
        )
        self.connections[id][side.other].lastArrival = arrival
        self.queue.add(.arrive(id, side.other, parcel), at: arrival)
    }

    mutating func retransmit(_ id: Int, _ side: Side) {
        let (from, to) = (self.connections[id][side], self.connections[id][side.other])
        guard self.reaches(from.daemon, to.daemon) else { return }
        self.connections[id][side].held = []
        self.connections[id][side].heldBytes = 0
        self.connections[id][side].owesWritten = false
        if !from.isSilent { for parcel in from.held { self.send(parcel, id, from: side) } }
        if from.owesWritten { self.queue.add(.written(id, side), at: self.now) }
    }

    mutating func userTimeout(
        _ id: Int,
        _ side: Side,
        sentAt: Moment,
        _ happening: Happening
    ) {
        let (from, to) = (self.connections[id][side], self.connections[id][side.other])
        guard from.isOpen, from.link != nil else { return }
        let isObstructed =
            from.isSilent || to.isSilent || self.isObstructed(from.daemon, to.daemon, since: sentAt)
            || self.isObstructed(to.daemon, from.daemon, since: sentAt)
            || !self.daemons[to.daemon].isPowered
        guard isObstructed, !self.postpones(happening, from.daemon, from.run) else { return }
        self.close(id, side, "connection timed out")
    }

    // MARK: Bytes arrive

    mutating func arrived(_ id: Int, _ side: Side, _ parcel: Parcel, _ happening: Happening) {
        let end = self.connections[id][side]
        guard end.isOpen, self.isCurrent(end.daemon, end.run), let link = end.link else {
            guard parcel.ending != .reset, self.daemons[end.daemon].isPowered else { return }
            // Nobody is there: the kernel says so.
            self.transmit(Parcel(bytes: [], ending: .reset), id, from: side)
            return
        }
        guard !self.postpones(happening, end.daemon, end.run) else { return }
        if parcel.ending == .reset { return self.close(id, side, "connection reset by peer") }
        self.cut(parcel.bytes, id, side, link)
        guard parcel.ending == .end, self.connections[id][side].isOpen else { return }
        if !self.connections[id][side].hasFinished {
            self.transmit(Parcel(bytes: [], ending: .end), id, from: side)
        }
        self.close(id, side, "closed by the peer")
    }

    /// Cuts frames in pieces of any size, until none is left.
    private mutating func cut(_ bytes: [UInt8], _ id: Int, _ side: Side, _ link: LinkID) {
        let daemon = self.connections[id][side].daemon
        var rest = bytes[...]
        repeat {
            let count = rest.count > 3 ? self.generator.within(1...rest.count) : rest.count
            self.connections[id][side].decoder.append(rest.prefix(count))
            rest = rest.dropFirst(count)
            var frames: [Frame] = []
            repeat {
                frames = []
                do throws(WireError) {
                    while let frame = try self.connections[id][side].decoder.next() {
                        frames.append(frame)
                    }
                } catch {
                    self.handle(.framesMalformed(link, "\(error)"), by: daemon)
                    return
                }
                if !frames.isEmpty { self.handle(.framesReceived(link, frames), by: daemon) }
                guard self.connections[id][side].isOpen else { return }
            } while !frames.isEmpty
        } while !rest.isEmpty
    }

    /// A socket is gone, and the engine hears of it.
    mutating func close(_ id: Int, _ side: Side, _ detail: String) {
        guard let link = self.connections[id][side].link else { return }
        let daemon = self.connections[id][side].daemon
        self.shut(id, side)
        self.handle(.linkClosed(link, detail: detail), by: daemon)
    }

    private mutating func shut(_ id: Int, _ side: Side) {
        let end = self.connections[id][side]
        self.connections[id][side].isOpen = false
        guard let link = end.link, self.isCurrent(end.daemon, end.run) else { return }
        self.daemons[end.daemon].connections[link] = nil
    }
}

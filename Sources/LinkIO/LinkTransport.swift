public import EventLoop
public import TLS
public import Wire
public enum LinkClose: Equatable, Sendable, CustomStringConvertible { case dialFailed(String), handshakeFailed(String), closedByPeer, truncated, reset(String), finished
    public var description: String { switch self { case .dialFailed(let s), .handshakeFailed(let s), .reset(let s): s; case .closedByPeer: "the peer closed the connection"; case .truncated: "the connection broke off"; case .finished: "it is closed" } } }
public enum LinkTransportEvent { case established(peerKeyDigest: [UInt8]), frames([Frame]), malformed(WireError), written, closed(LinkClose) }
public final class LinkTransport {
    private let loop: Loop
    private var stream: EventLoop.Stream?
    private var pending: PendingConnect?
    private var tls: TLSConnection?
    private var decoder: FrameDecoder
    private var events: ((LinkTransport, LinkTransportEvent) -> Void)?
    private var timer: LoopTimer?
    private var isUp = false, isFinishing = false, isBroken = false
    public let openedAt: Duration
    public var remote: SocketAddress?
    private init(_ loop: Loop, _ kind: UInt8, _ events: @escaping (LinkTransport, LinkTransportEvent) -> Void) {
        self.loop = loop; self.decoder = FrameDecoder(holdingAfter: kind); self.events = events; self.openedAt = loop.now
    }
    public static func dial(to: SocketAddress, on loop: Loop, context: TLSContext, holdingAfter: UInt8, timeout: Duration, events: @escaping (LinkTransport, LinkTransportEvent) -> Void) -> LinkTransport {
        let me = LinkTransport(loop, holdingAfter, events)
        me.remote = to
        me.arm(timeout)
        me.pending = EventLoop.Stream.connect(to: to, on: loop) { result in
            switch result {
            case .success(let stream): me.begin(stream, context, .client)
            case .failure(let error): me.close(.dialFailed("\(error)"))
            }
        }
        return me
    }
    public convenience init(accepted: EventLoop.Stream, on loop: Loop, context: TLSContext, holdingAfter: UInt8, timeout: Duration, events: @escaping (LinkTransport, LinkTransportEvent) -> Void) {
        self.init(loop, holdingAfter, events)
        self.remote = accepted.remoteAddress
        self.arm(timeout)
        self.begin(accepted, context, .server)
    }
    private func arm(_ d: Duration) {
        self.timer = LoopTimer(on: self.loop) { self.close(.handshakeFailed("no answer")) }
        self.timer?.arm(after: d)
    }
    private func begin(_ stream: EventLoop.Stream, _ context: TLSContext, _ role: TLSRole) {
        self.stream = stream; self.pending = nil
        stream.setNoDelay(true); stream.setUserTimeout(.seconds(8))
        do { self.tls = try TLSConnection(context: context, role: role) } catch { return self.close(.handshakeFailed("\(error)")) }
        stream.start(reading: { bytes in self.arrived(bytes) }, ended: { end in self.ended(end) })
        self.step()
    }
    private func arrived(_ bytes: UnsafeRawBufferPointer) {
        self.tls?.receive(bytes)
        self.step()
    }
    private func step() {
        guard let tls = self.tls, self.events != nil else { return }
        do {
            if !self.isUp {
                let step = try tls.handshake()
                self.flush(nil)
                guard case .complete = step else { return }
                self.isUp = true
                self.timer?.close(); self.timer = nil
                self.events?(self, .established(peerKeyDigest: tls.peerKeyDigest ?? []))
            }
            guard self.events != nil else { return }
            let outcome = try tls.read { bytes in if !self.isFinishing { self.decoder.append(Array(bytes)) } }
            self.flush(nil)
            self.cut()
            if case .closed = outcome, self.events != nil { self.close(self.isFinishing ? .finished : .closedByPeer) }
        } catch {
            self.flush(nil)
            self.close(self.isUp ? .reset("\(error)") : .handshakeFailed("\(error)"))
        }
    }
    private func cut() {
        guard !self.isBroken, !self.isFinishing else { return }
        var frames: [Frame] = []
        do throws(WireError) {
            while let f = try self.decoder.next() { frames.append(f) }
            if !frames.isEmpty { self.events?(self, .frames(frames)) }
        } catch {
            self.isBroken = true
            if !frames.isEmpty { self.events?(self, .frames(frames)) }
            self.events?(self, .malformed(error))
        }
    }
    private func ended(_ end: StreamEnd) {
        switch end { case .closedByPeer: self.close(self.isFinishing ? .finished : .truncated); case .failed(let e): self.close(self.isUp ? .reset("\(e)") : .handshakeFailed("\(e)")) }
    }
    private func flush(_ done: (() -> Void)?) {
        guard let tls = self.tls, let stream = self.stream else { return }
        let out = tls.takeOutbound()
        if out.isEmpty { return }
        if let done { stream.write(out, completed: done) } else { stream.write(out) }
    }
    public func openFrames() { self.decoder.open(); self.cut() }
    public func write(_ frames: [UInt8]) {
        guard let tls = self.tls, self.isUp else { return }
        do { try tls.write(frames) } catch { return self.close(.reset("\(error)")) }
        self.flush { self.events?(self, .written) }
    }
    public func finish() {
        guard !self.isFinishing else { return }
        self.isFinishing = true
        self.tls?.closeNotify(); self.flush(nil)
        self.stream?.shutdown()
        self.timer = LoopTimer(on: self.loop) { self.close(.finished) }
        self.timer?.arm(after: .seconds(2))
    }
    public func abort() {
        self.events = nil
        self.pending?.cancel(); self.timer?.close(); self.stream?.abort(); self.stream = nil; self.tls = nil; self.timer = nil
    }
    private func close(_ why: LinkClose) {
        guard let events = self.events else { return }
        self.events = nil
        self.pending?.cancel(); self.timer?.close(); self.timer = nil
        self.stream?.close(); self.stream = nil; self.tls = nil
        events(self, .closed(why))
    }
}

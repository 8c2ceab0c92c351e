public import EventLoop

/// Follows what gpsd says about its receivers, and comes back to it for ever.
///
/// Loop-confined. Connects from its beginning until `close`: when gpsd is gone, refuses, or says
/// nothing for 30 s although it is asked, again after 1, 2, 4, 8, then every 15 s, and after 1 s
/// once more when a fix has come. It lives until it is closed. Its handler is never called from
/// inside one of its methods, and never after `close`, which it may call.
public final class GPSClient {
    /// Where gpsd is.
    public let address: GPSAddress
    /// What has come from it.
    public private(set) var counters = GPSCounters()

    private let loop: Loop
    private var handler: (GPSEvent) -> Void
    private var machine: GPSStateMachine
    private let decoder = GPSDecoder()
    private var cutter = LineCutter()
    private var lookUp: NameLookUp?
    private var pending: PendingConnect?
    private var stream: Stream?
    /// Retains this object until `close`.
    private var timer: LoopTimer?
    private var isClosed = false

    /// Connects from now on.
    public convenience init(
        on loop: Loop,
        to address: GPSAddress,
        handler: @escaping (GPSEvent) -> Void
    ) {
        self.init(on: loop, to: address, times: GPSTimes(), handler: handler)
    }

    init(
        on loop: Loop,
        to address: GPSAddress,
        times: GPSTimes,
        handler: @escaping (GPSEvent) -> Void
    ) {
        self.loop = loop
        self.address = address
        self.handler = handler
        self.machine = GPSStateMachine(address: address, times: times)
        self.timer = LoopTimer(on: loop) { self.handle(.timeIsUp) }
        self.carryOut(self.machine.begin())
    }

    /// Disconnects for good.
    public func close() {
        self.carryOut(self.machine.handle(.closed))
        self.isClosed = true
        self.handler = { _ in }
        self.timer?.close()
        self.timer = nil
    }

    // MARK: Obeying

    private func handle(_ input: GPSStateMachine.Input) {
        self.carryOut(self.machine.handle(input))
    }

    private func carryOut(_ effects: [GPSStateMachine.Effect]) {
        for effect in effects where !self.isClosed {
            switch effect {
            case .lookUp: self.findAddresses()
            case .connect(let address): self.connect(to: address)
            case .send(let request): self.stream?.write(Array("\(request.rawValue)\n".utf8))
            case .disconnect: self.disconnect()
            case .arm(let delay): self.arm(after: delay)
            case .tell(let event): self.handler(event)
            }
        }
    }

    /// A timer that can't be armed was closed by its loop, which ends: opening anything more, after
    /// a look-up that came back late, would keep it from that.
    private func arm(after delay: Duration) {
        self.timer?.arm(after: delay)
        if self.timer?.isArmed == false { self.close() }
    }

    private func findAddresses() {
        if let literal = self.address.literal {
            return self.handle(.found([literal]))
        }
        let (host, port) = (self.address.host, self.address.port)
        self.lookUp = NameLookUp.begin(host: host, port: port, on: self.loop) { outcome in
            self.lookUp = nil
            switch outcome {
            case .success(let addresses): self.handle(.found(addresses))
            case .failure(let error): self.handle(.notFound(error))
            }
        }
    }

    private func connect(to address: SocketAddress) {
        self.pending = Stream.connect(to: address, on: self.loop) { outcome in
            self.pending = nil
            switch outcome {
            case .success(let stream): self.use(stream)
            case .failure(let error): self.handle(.refused(error))
            }
        }
    }

    private func use(_ stream: Stream) {
        self.stream = stream
        self.handle(.connected)
        stream.start(
            reading: { self.take($0) },
            ended: { self.handle(.ended($0)) }
        )
    }

    private func disconnect() {
        self.lookUp?.cancel()
        self.lookUp = nil
        self.pending?.cancel()
        self.pending = nil
        self.stream?.close()
        self.stream = nil
        self.cutter = LineCutter()
    }

    // MARK: Listening

    private func take(_ bytes: UnsafeRawBufferPointer) {
        self.handle(.heard)
        self.cutter.append(bytes)
        // A report may be the last one: what it is told to may close this client.
        while self.machine.listens, let piece = self.cutter.next() {
            self.counters.lines += 1
            switch piece {
            case .tooLong:
                self.counters.skipped += 1
            case .line(let line):
                do throws(MalformedReport) {
                    self.handle(.report(try self.decoder.decode(line)))
                } catch {
                    self.counters.malformed += 1
                }
            }
        }
    }
}

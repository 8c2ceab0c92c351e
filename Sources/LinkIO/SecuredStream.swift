import EventLoop
import TLS

/// A stream and the TLS over it: plaintext in, ciphertext out, and the other way round.
///
/// Loop-confined. What TLS has to say by itself is sent after each step. It retains nobody but what
/// `start` is given, and that until `close` or `abort`.
final class SecuredStream {
    private let stream: Stream
    private let tls: TLSConnection
    /// Swapped with TLS's own at each write, so that two serve for the whole life.
    private var outbound: [UInt8] = []
    private var smallWrites = 0

    /// Takes over `stream`, and closes it when that fails.
    init(
        over stream: Stream,
        context: TLSContext,
        role: TLSRole,
        limits: LinkTransportLimits
    ) throws(TLSError) {
        do throws(TLSError) {
            self.tls = try TLSConnection(context: context, role: role)
        } catch {
            stream.close()
            throw error
        }
        self.stream = stream
        stream.setNoDelay(true)
        stream.setUserTimeout(limits.userTimeout)
        stream.setNotSentLowWater(limits.notSentBytes)
    }

    var role: TLSRole { self.tls.role }

    /// Our end; `nil` once the stream is closed.
    var localAddress: SocketAddress? { self.stream.localAddress }

    // MARK: Receiving

    /// Begins to read ciphertext, which has to be given back to `receive`.
    func start(
        reading: @escaping (UnsafeRawBufferPointer) -> Void,
        ended: @escaping (StreamEnd) -> Void
    ) {
        self.stream.start(reading: reading, ended: ended)
    }

    func pauseReading() { self.stream.pauseReading() }
    func resumeReading() { self.stream.resumeReading() }

    func receive(_ ciphertext: UnsafeRawBufferPointer) { self.tls.receive(ciphertext) }

    /// Goes on with the handshake, and returns the digest of the peer's key once it is complete.
    func shakeHands() throws(TLSError) -> [UInt8]? {
        let step = try self.tls.handshake()
        self.flush()
        return step == .complete ? self.tls.peerKeyDigest : nil
    }

    /// Hands over all data that was received.
    func read(
        _ handler: (UnsafeRawBufferPointer) -> Void
    ) throws(TLSError) -> TLSConnection.ReadOutcome {
        let outcome = try self.tls.read(handler)
        self.flush()
        return outcome
    }

    /// Lets acknowledgements ride on what is sent.
    ///
    /// To be said after each delivery, since the kernel changes its mind.
    func delayAcknowledgements() { self.stream.setQuickAck(false) }

    // MARK: Sending

    /// Encrypts and sends; `completed` is called when the kernel has taken the last byte.
    func write(_ plaintext: [UInt8], completed: @escaping () -> Void) throws(TLSError) {
        try self.tls.write(plaintext)
        self.trimBuffers(for: plaintext.count)
        self.tls.exchangeOutbound(with: &self.outbound)
        self.stream.write(self.outbound, completed: completed)
    }

    /// Sends the last word, close_notify or an alert, and says "no more" to the peer.
    ///
    /// `completed` is called when all has left.
    func sayLast(completed: @escaping () -> Void) {
        self.tls.closeNotify()
        self.tls.exchangeOutbound(with: &self.outbound)
        self.stream.write(self.outbound, completed: completed)
        self.stream.shutdown()
    }

    private func flush() {
        guard self.tls.outboundCount > 0 else { return }
        self.tls.exchangeOutbound(with: &self.outbound)
        self.stream.write(self.outbound)
    }

    /// Lets go of a large buffer when writes have become small.
    ///
    /// Kept otherwise: fresh pages cost a third of the throughput.
    private func trimBuffers(for count: Int) {
        guard count < LinkTransportLimits.keptBufferBytes / 2 else {
            self.smallWrites = 0
            return
        }
        self.smallWrites += 1
        guard self.smallWrites >= LinkTransportLimits.smallWritesBeforeTrim,
            self.outbound.capacity > LinkTransportLimits.keptBufferBytes
        else { return }
        self.outbound = []
    }

    // MARK: The end

    func close() { self.stream.close() }
    func abort() { self.stream.abort() }

    /// As `TLSConnection.exporter`.
    func exporter(
        label: String,
        context: [UInt8],
        count: Int
    ) throws(TLSError) -> [UInt8] {
        try self.tls.exporter(label: label, context: context, count: count)
    }
}

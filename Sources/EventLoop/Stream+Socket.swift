import CUV
import Glibc

/// The socket beneath a stream: its addresses, its peer and its options.
extension Stream {
    /// The descriptor, while it is open.
    ///
    /// Borrowed.
    var descriptor: Int32? {
        guard !self.isClosed else { return nil }
        var descriptor: Int32 = -1
        return uv_fileno(self.handle.raw.asHandle, &descriptor) == 0 ? descriptor : nil
    }

    /// Our end; `nil` for a Unix socket or once the connection is gone.
    public var localAddress: SocketAddress? {
        self.descriptor.flatMap { SocketAddress(askingFor: $0, by: { getsockname($0, $1, $2) }) }
    }

    /// The peer in an error's sentence.
    var peerText: String {
        self.remoteAddress?.description
            ?? (self.handle.carrier == .unix ? "a local client" : "a peer")
    }

    /// Who connected, over a Unix socket.
    ///
    /// Corresponds to `SO_PEERCRED`.
    public var peerCredentials: PeerCredentials? {
        guard self.handle.carrier == .unix, let descriptor = self.descriptor else { return nil }
        var raw = paceline_credentials()
        guard paceline_peer_credentials(descriptor, &raw) == 0 else { return nil }
        return PeerCredentials(user: raw.user, group: raw.group, process: raw.process)
    }

    /// Sends small writes at once (true) or gathers them.
    ///
    /// Corresponds to `TCP_NODELAY`.
    public func setNoDelay(_ isOn: Bool) {
        self.setTCP(TCP_NODELAY, isOn ? 1 : 0)
    }

    /// Fails the stream when sent bytes stay unacknowledged so long.
    ///
    /// Whole milliseconds, rounded up.
    ///
    /// Corresponds to `TCP_USER_TIMEOUT` (RFC 5482).
    public func setUserTimeout(_ timeout: Duration) {
        let (seconds, attoseconds) = max(timeout, .zero).components
        let milliseconds =
            min(seconds, 1 << 20) * 1_000 + (attoseconds + 999_999_999_999_999)
            / 1_000_000_000_000_000
        self.setTCP(TCP_USER_TIMEOUT, Int32(clamping: milliseconds))
    }

    /// Lets the kernel hold at most about so many bytes that it hasn't sent yet.
    ///
    /// What is written later can still be chosen by priority. Corresponds to `TCP_NOTSENT_LOWAT`.
    public func setNotSentLowWater(_ bytes: Int) {
        self.setTCP(TCP_NOTSENT_LOWAT, Int32(clamping: bytes))
    }

    /// Acknowledges at once (true), or with the next bytes that go back.
    ///
    /// Not lasting: the kernel changes its mind, so it is said after each delivery. Corresponds to
    /// `TCP_QUICKACK`.
    public func setQuickAck(_ isOn: Bool) {
        self.setTCP(TCP_QUICKACK, isOn ? 1 : 0)
    }

    /// Sets an option of TCP.
    ///
    /// A failure means that the connection is gone, which reading tells.
    private func setTCP(_ option: Int32, _ value: Int32) {
        guard self.handle.carrier == .tcp, let descriptor = self.descriptor else { return }
        var value = value
        setsockopt(
            descriptor,
            Int32(IPPROTO_TCP),
            option,
            &value,
            socklen_t(MemoryLayout<Int32>.size)
        )
    }
}

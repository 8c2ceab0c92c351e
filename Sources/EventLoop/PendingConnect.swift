import CUV
import Glibc

/// A connection on its way.
///
/// Loop-confined. Its handler is called once with the stream or the reason, never from inside
/// `connect`, and never after `cancel`. There is no time limit but the kernel's (about two
/// minutes): cancel from a timer.
public final class PendingConnect {
    private let loop: Loop
    private let target: String
    private let request = UnsafeMutablePointer<uv_connect_t>.allocateHandle()
    private var stream: Stream?
    private var handler: ((Result<Stream, LoopError>) -> Void)?

    init(
        on loop: Loop,
        target: String,
        handler: @escaping (Result<Stream, LoopError>) -> Void
    ) {
        loop.assertConfined()
        self.loop = loop
        self.target = target
        self.handler = handler
    }

    deinit {
        self.request.deallocate()
    }

    /// Gives up.
    ///
    /// The handler is not called.
    public func cancel() {
        self.loop.assertConfined()
        self.handler = nil
        self.stream?.close()
        self.stream = nil
    }

    // MARK: Beginning

    func begin(to address: SocketAddress, bindingTo interface: UInt32?) {
        do throws(LoopError) {
            let stream = try Stream(on: self.loop, carrier: .tcp, family: address.family)
            stream.remoteAddress = address
            self.stream = stream
            if let interface { try stream.bind(toInterface: interface) }
            self.retainForRequest()
            let code = address.withNative { native, _ in
                uv_tcp_connect(self.request, stream.handle.tcp, native, connectFinished)
            }
            guard code == 0 else {
                self.releaseAfterRequest()
                throw .code(code, doing: "connecting to \(self.target)")
            }
        } catch {
            self.failLater(error)
        }
    }

    func begin(path: String) {
        do throws(LoopError) {
            try SocketFile.check(path)
            let stream = try Stream(on: self.loop, carrier: .unix)
            self.stream = stream
            self.retainForRequest()
            uv_pipe_connect(self.request, stream.handle.pipe, path, connectFinished)
        } catch {
            self.failLater(error)
        }
    }

    /// libuv holds the request until `connectFinished`, which it calls in every case.
    private func retainForRequest() {
        self.request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    }

    private func releaseAfterRequest() {
        Unmanaged<PendingConnect>.passUnretained(self).release()
    }

    private func failLater(_ error: LoopError) {
        self.loop.later { self.conclude(.failure(error)) }
    }

    // MARK: The outcome

    fileprivate func finished(_ status: Int32) {
        if status == 0, let stream = self.stream {
            self.conclude(.success(stream))
        } else {
            self.conclude(.failure(.code(status, doing: "connecting to \(self.target)")))
        }
    }

    private func conclude(_ outcome: Result<Stream, LoopError>) {
        guard let handler = self.handler else { return }
        self.handler = nil
        if case .failure = outcome {
            self.stream?.close()
        }
        self.stream = nil
        handler(outcome)
    }
}

extension Stream {
    /// Connects over TCP.
    ///
    /// `interface` is the index of the one to leave by, whatever the routes say; a link-local IPv6
    /// address names its own by the scope.
    @discardableResult
    public static func connect(
        to address: SocketAddress,
        on loop: Loop,
        interface: UInt32? = nil,
        handler: @escaping (Result<Stream, LoopError>) -> Void
    ) -> PendingConnect {
        let pending = PendingConnect(on: loop, target: "\(address)", handler: handler)
        pending.begin(to: address, bindingTo: interface)
        return pending
    }

    /// Connects to a Unix socket's file.
    @discardableResult
    public static func connect(
        path: String,
        on loop: Loop,
        handler: @escaping (Result<Stream, LoopError>) -> Void
    ) -> PendingConnect {
        let pending = PendingConnect(on: loop, target: path, handler: handler)
        pending.begin(path: path)
        return pending
    }

    /// Ties the socket to an interface.
    ///
    /// Corresponds to `SO_BINDTOIFINDEX`.
    fileprivate func bind(toInterface index: UInt32) throws(LoopError) {
        var value = Int32(bitPattern: index)
        guard let descriptor = self.descriptor,
            setsockopt(
                descriptor,
                SOL_SOCKET,
                SO_BINDTOIFINDEX,
                &value,
                socklen_t(MemoryLayout<Int32>.size)
            ) == 0
        else {
            throw .system(
                doing: "using interface \(index)",
                fault: SystemFault(number: errno)
            )
        }
    }
}

private func connectFinished(_ request: UnsafeMutablePointer<uv_connect_t>?, _ status: Int32) {
    guard let data = request?.pointee.data else { return }
    Unmanaged<PendingConnect>.fromOpaque(data).takeRetainedValue().finished(status)
}

import CUV
import Glibc

/// The addresses of a host's name, asked of the system's resolver.
///
/// Loop-confined. The resolver blocks, so libuv asks on a thread of its pool. Its handler is called
/// once, never from inside `begin`, and never after `cancel`. Names in `.local` are not for here:
/// without an NSS plug-in the resolver knows none, and DNS-SD finds peers by itself.
public final class NameLookUp {
    /// Addresses of one name that are of use; the resolver puts the best first.
    public static let addressesMaximum = 8

    private let host: String
    private let port: UInt16
    private let request = UnsafeMutablePointer<uv_getaddrinfo_t>.allocateHandle()
    private var handler: ((Result<[SocketAddress], LoopError>) -> Void)?

    private init(
        host: String,
        port: UInt16,
        handler: @escaping (Result<[SocketAddress], LoopError>) -> Void
    ) {
        self.host = host
        self.port = port
        self.handler = handler
    }

    deinit {
        self.request.deallocate()
    }

    /// Begins to ask; each address comes with `port`.
    ///
    /// Corresponds to `getaddrinfo`.
    @discardableResult
    public static func begin(
        host: String,
        port: UInt16,
        on loop: Loop,
        handler: @escaping (Result<[SocketAddress], LoopError>) -> Void
    ) -> NameLookUp {
        loop.assertConfined()
        let lookUp = NameLookUp(host: host, port: port, handler: handler)
        // libuv holds the request until `lookUpFinished`, which it calls if it took the request.
        lookUp.request.pointee.data = Unmanaged.passRetained(lookUp).toOpaque()
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        let code = uv_getaddrinfo(
            loop.raw,
            lookUp.request,
            lookUpFinished,
            host,
            nil,
            &hints
        )
        if code != 0 {
            Unmanaged.passUnretained(lookUp).release()
            loop.later { lookUp.conclude(.failure(lookUp.error(code))) }
        }
        return lookUp
    }

    /// Gives up; the handler is not called.
    public func cancel() {
        self.handler = nil
    }

    fileprivate func finished(_ code: Int32, _ first: UnsafeMutablePointer<addrinfo>?) {
        defer { uv_freeaddrinfo(first) }
        guard code == 0 else { return self.conclude(.failure(self.error(code))) }
        var addresses: [SocketAddress] = []
        var next = first
        while let entry = next, addresses.count < Self.addressesMaximum {
            if let native = entry.pointee.ai_addr,
                let address = SocketAddress(native: native)?.with(port: self.port),
                !addresses.contains(address)
            {
                addresses.append(address)
            }
            next = entry.pointee.ai_next
        }
        self.conclude(
            addresses.isEmpty ? .failure(self.error(UV_EAI_NODATA.rawValue)) : .success(addresses)
        )
    }

    private func error(_ code: Int32) -> LoopError {
        .code(code, doing: "looking up the host “\(self.host)”")
    }

    private func conclude(_ outcome: Result<[SocketAddress], LoopError>) {
        guard let handler = self.handler else { return }
        self.handler = nil
        handler(outcome)
    }
}

private func lookUpFinished(
    _ request: UnsafeMutablePointer<uv_getaddrinfo_t>?,
    _ code: Int32,
    _ first: UnsafeMutablePointer<addrinfo>?
) {
    guard let data = request?.pointee.data else { return }
    Unmanaged<NameLookUp>.fromOpaque(data).takeRetainedValue().finished(code, first)
}

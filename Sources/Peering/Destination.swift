public import EventLoop
public import Peers

/// Where a person wants to be joined with somebody: an address, or a host's name.
public enum Destination: Hashable, Sendable, CustomStringConvertible {
    case endpoint(Endpoint)
    /// A name for the system's resolver.
    case named(host: String, port: UInt16)

    /// Reads `HOST:PORT`; `nil` for anything else, port 0 among it.
    public init?(_ text: String) {
        if let address = SocketAddress.parse(text) {
            guard address.port > 0, let endpoint = Endpoint(address) else { return nil }
            self = .endpoint(endpoint)
            return
        }
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]), port > 0,
            text[text.index(after: colon)...].utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let host = String(text[..<colon])
        guard HostName.isWellFormed(host) else { return nil }
        self = .named(host: host, port: port)
    }

    public var description: String {
        switch self {
        case .endpoint(let endpoint): "\(endpoint)"
        case .named(let host, let port): "\(host):\(port)"
        }
    }

    /// Finds the endpoints, asking the resolver for a name's.
    ///
    /// `found` is called once, on the loop, and at once for an address; a success is never empty.
    public func find(
        on loop: Loop,
        _ found: @escaping (Result<[Endpoint], DestinationError>) -> Void
    ) {
        switch self {
        case .endpoint(let endpoint): found(self.usable([endpoint]))
        case .named(let host, let port):
            NameLookUp.begin(host: host, port: port, on: loop) { outcome in
                switch outcome {
                case .success(let addresses):
                    found(self.usable(addresses.compactMap { Endpoint($0) }))
                case .failure(let error): found(.failure(.notFound(error)))
                }
            }
        }
    }

    /// Those of the addresses that one peer can have.
    public func usable(_ endpoints: [Endpoint]) -> Result<[Endpoint], DestinationError> {
        let usable = endpoints.filter { !$0.address.isUnspecifiedOrMulticast }
        return usable.isEmpty ? .failure(.unusable(self)) : .success(usable)
    }
}

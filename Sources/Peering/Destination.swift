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
        guard Self.isHostName(host) else { return nil }
        self = .named(host: host, port: port)
    }

    public var description: String {
        switch self {
        case .endpoint(let endpoint): "\(endpoint)"
        case .named(let host, let port): "\(host):\(port)"
        }
    }

    /// Letters, digits, hyphens and dots (RFC 1123 §2.1), with a letter among them.
    private static func isHostName(_ text: String) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isWellFormed = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { self.isLetter($0) || (48...57).contains($0) || $0 == 45 }
        }
        return isWellFormed && text.utf8.contains(where: self.isLetter)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
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

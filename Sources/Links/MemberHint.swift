public import Peers
public import Wire

/// Where another member may be reached: a hint like an advert, never a proof.
public struct MemberHint: Equatable, Sendable, CBOREncodable, CBORDecodable {
    public let peer: PeerID
    /// At most eight; empty when the sender is no longer joined with that peer.
    public let endpoints: [Endpoint]

    /// Endpoints that one hint may carry.
    public static let endpointsMaximum = 8

    public init(peer: PeerID, endpoints: [Endpoint]) {
        self.peer = peer
        self.endpoints = Array(endpoints.prefix(Self.endpointsMaximum))
    }

    public init(from reader: inout CBORReader) throws(WireError) {
        var peer: PeerID?
        var endpoints: [Endpoint]?
        try reader.readMap(atMost: 8) { (key, reader) throws(WireError) in
            switch key {
            case 1: peer = try reader.readPeerID()
            case 2:
                endpoints = try reader.readArray(atMost: Self.endpointsMaximum) {
                    (reader) throws(WireError) in try Endpoint(from: &reader)
                }
            default: return false
            }
            return true
        }
        self.peer = try peer.required(key: 1)
        self.endpoints = try endpoints.required(key: 2)
    }

    public func encode(into writer: inout CBORWriter) {
        writer.writeMap { map in
            map.set(key: 1, bytes: self.peer.bytes)
            map.set(key: 2) { writer in
                writer.writeArrayHead(self.endpoints.count)
                for endpoint in self.endpoints {
                    writer.writeArrayHead(2)
                    writer.write(bytes: endpoint.address.bytes)
                    writer.write(unsigned: UInt64(endpoint.port))
                }
            }
        }
    }
}

extension Endpoint {
    /// Reads `[address, port]`; an address that can't be dialled from elsewhere is malformed.
    init(from reader: inout CBORReader) throws(WireError) {
        try reader.readArrayHead(exactly: 2)
        let bytes = try reader.readBytes(atMost: 16)
        let port = try reader.readUnsigned(atMost: UInt64(UInt16.max))
        guard let address = IPAddress(bytes: bytes) else {
            throw .invalid(what: "address", why: "it has \(bytes.count) bytes, not 4 or 16")
        }
        guard port > 0, !address.isLinkLocal, !address.isUnspecifiedOrMulticast else {
            throw .invalid(what: "endpoint", why: "\(address) port \(port) can't be dialled")
        }
        self.init(address: address, port: UInt16(port))
    }
}

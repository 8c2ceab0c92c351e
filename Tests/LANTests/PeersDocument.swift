/// `paceline peers --json`.
struct PeersDocument: Decodable, Equatable {
    let peers: [PeerRow]
}

/// A peer in `paceline peers --json`.
struct PeerRow: Decodable, Equatable {
    let id: String
    let name: String?
    let state: String
    let address: String?
    let rttMs: Double?
    let since: String
    let reason: String?
}

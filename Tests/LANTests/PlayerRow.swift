/// Somebody in a game, as JSON names them.
struct PlayerRow: Decodable, Equatable {
    let id: String
    let name: String?
}

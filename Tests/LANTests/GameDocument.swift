/// `paceline game status --json`.
struct GameDocument: Decodable, Equatable {
    struct Pending: Decodable, Equatable {
        let peer: PlayerRow
        let number: Int
    }

    let phase: String
    let host: PlayerRow?
    let role: String
    let low: Int
    let high: Int
    let pending: [Pending]
    let guesses: Int
    let winner: PlayerRow?
}

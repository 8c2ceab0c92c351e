/// `paceline ride log --json`.
struct RideLogDocument: Decodable, Equatable {
    struct Entry: Decodable, Equatable {
        let number: Int
        let text: String
    }

    let entries: [Entry]
}

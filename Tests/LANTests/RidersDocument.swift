/// `paceline ride riders --json`.
struct RidersDocument: Decodable, Equatable {
    let riders: [RiderRow]
}

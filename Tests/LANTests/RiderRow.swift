/// A rider in `paceline ride riders --json`.
struct RiderRow: Decodable, Equatable {
    struct Gap: Decodable, Equatable {
        let metres: Double
        let seconds: Double?
    }

    let id: String
    let name: String
    let kind: String
    let owner: PlayerRow
    let state: String
    let latitude: Double
    let longitude: Double
    let speed: Double
    let course: Double?
    let fixAge: Double
    let lastHeard: Double
    let live: Bool
    let own: Bool
    let uncertainty: Double
    let hidden: Bool
    let gap: Gap?
}

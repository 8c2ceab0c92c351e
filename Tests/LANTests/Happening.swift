/// An event, as `paceline watch --json` and the control socket tell it.
struct Happening: Decodable, Equatable {
    let topic: String
    let kind: String
    let line: String
    let at: String
    let peer: PlayerRow?
    let event: HistoryRow?
}

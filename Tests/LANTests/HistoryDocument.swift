/// `paceline game history --json`.
struct HistoryDocument: Decodable, Equatable {
    let events: [HistoryRow]
}

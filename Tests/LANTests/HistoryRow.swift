/// A line of a game's history.
struct HistoryRow: Decodable, Equatable {
    /// Whether something was verified, or can't be.
    enum Verified: Equatable {
        /// The field is not there.
        case absent
        /// The field is null: nothing was revealed.
        case unknown
        case checked(Bool)
    }

    let kind: String
    let peer: PlayerRow
    let number: Int?
    let answer: String?
    let verified: Verified
    let at: String
    let line: String

    private enum CodingKeys: String, CodingKey {
        case kind, peer, number, answer, verified, at, line
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.kind = try fields.decode(String.self, forKey: .kind)
        self.peer = try fields.decode(PlayerRow.self, forKey: .peer)
        self.number = try fields.decodeIfPresent(Int.self, forKey: .number)
        self.answer = try fields.decodeIfPresent(String.self, forKey: .answer)
        self.at = try fields.decode(String.self, forKey: .at)
        self.line = try fields.decode(String.self, forKey: .line)
        if !fields.contains(.verified) {
            self.verified = .absent
        } else if try fields.decodeNil(forKey: .verified) {
            self.verified = .unknown
        } else {
            self.verified = .checked(try fields.decode(Bool.self, forKey: .verified))
        }
    }
}

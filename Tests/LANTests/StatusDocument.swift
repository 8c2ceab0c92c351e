/// `paceline status --json`.
struct StatusDocument: Decodable, Equatable {
    struct Session: Decodable, Equatable {
        let members: Int
    }

    let id: String
    let name: String
    let port: UInt16
    let visible: Bool
    let discovery: String
    let session: Session
    let activities: [String]
    let version: String
    let sentence: String
    let identityInUse: Bool
}

/// How a PeerID is shown to people: its first eight characters, in capitals.
enum ShortID {
    static func text(_ id: String) -> String {
        String(id.prefix(8)).uppercased()
    }
}

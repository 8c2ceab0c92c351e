import Control

/// What `paceline peers` shows.
enum PeersTable {
    /// The table, or a sentence where there is nobody; the state of discovery may say why.
    static func lines(
        of peers: JSONValue,
        discovery: String,
        at now: Int64,
        inColour: Bool
    ) -> [String] {
        let items = peers["peers"]?.items ?? []
        guard items.isEmpty else { return self.table(of: items, at: now).lines(inColour: inColour) }
        return [self.nobody(discovery: discovery)]
    }

    private static func nobody(discovery: String) -> String {
        guard discovery != "ok" else {
            return """
                Nobody else is here yet. Start `pacelined` on another machine of this network, or \
                type `paceline connect HOST:PORT`.
                """
        }
        let reason = Printable.text(discovery).drop { $0 != ":" }.dropFirst()
        let why = reason.isEmpty ? "" : ":\(reason)"
        return """
            Nobody is here, and discovery is unavailable\(why). Type `paceline connect HOST:PORT` \
            to join a machine whose address you know.
            """
    }

    private static func table(of items: [JSONValue], at now: Int64) -> TextTable {
        let hasReasons = items.contains { $0["reason"]?.text != nil }
        return TextTable(
            heads: ["NAME", "ID", "STATE", "ADDRESS", "RTT", "SINCE"]
                + (hasReasons ? ["REASON"] : []),
            rows: items.map { self.row(of: $0, at: now) }
        )
    }

    private static func row(of peer: JSONValue, at now: Int64) -> [TextTable.Cell] {
        let state = peer["state"]?.text ?? ""
        let since = peer["since"]?.text.flatMap(Timestamp.seconds)
        return [
            .init(peer["name"]?.text ?? ""),
            .init(ShortID.text(peer["id"]?.text ?? "")),
            .init(state, self.style(of: state)),
            .init(peer["address"]?.text ?? ""),
            .init(peer["rttMs"]?.number.map(Timestamp.roundTrip) ?? ""),
            .init(since.map { Timestamp.age(seconds: now - $0) } ?? ""),
            .init(peer["reason"]?.text ?? ""),
        ]
    }

    private static func style(of state: String) -> TextStyle? {
        switch state {
        case "joined": .green
        case "connecting", "suspect": .yellow
        case "lost", "refused", "unreachable": .red
        default: nil
        }
    }
}

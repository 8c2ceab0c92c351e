/// One event of a stream, as the HTML standard lays it down (section 9.2, server-sent events).
public struct ServerSentEvent: Equatable, Sendable {
    /// What it is called; `nil` for a plain message.
    public let name: String?
    /// What a client that comes back says it has seen.
    public let id: String?
    /// Its text; each of its lines becomes a line of data.
    public let data: String

    /// A line break in `name` or `id` would begin another field, so that is taken out of them.
    public init(name: String? = nil, id: String? = nil, data: String) {
        self.name = name.map(Self.oneLine)
        self.id = id.map(Self.oneLine)
        self.data = data
    }

    /// A comment, which clients drop: it shows that both ends are there.
    static let heartbeat = Array(":\n\n".utf8)

    var bytes: [UInt8] {
        var text = ""
        if let name { text += "event: \(name)\n" }
        if let id { text += "id: \(id)\n" }
        let lines = self.data.split(omittingEmptySubsequences: false) { character in
            character == "\n" || character == "\r\n" || character == "\r"
        }
        for line in lines { text += "data: \(line)\n" }
        return Array("\(text)\n".utf8)
    }

    private static func oneLine(_ text: String) -> String {
        text.filter { !$0.isNewline && $0 != "\0" }
    }
}

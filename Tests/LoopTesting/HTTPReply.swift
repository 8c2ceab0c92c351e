/// An answer to an HTTP request, as a test reads it from its connection.
package struct HTTPReply: Equatable {
    /// 0 when the connection ended before an answer.
    package let status: Int
    /// By names in lower case; a field that comes twice keeps its first value.
    package let headers: [String: String]
    package let body: String

    /// Reads the next answer; one to a HEAD has no body whatever length it says.
    package init(from client: TCPClient, toHead: Bool = false) {
        let lines = client.read(until: "\r\n\r\n").split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        self.status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        let fields = lines.dropFirst().map { line in
            line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        }
        self.headers = Dictionary(
            fields.map { field in
                (field[0].lowercased(), String((field.dropFirst().first ?? "").drop { $0 == " " }))
            },
            uniquingKeysWith: { first, _ in first }
        )
        let count = toHead ? 0 : Int(self.headers["content-length"] ?? "") ?? 0
        self.body = client.read(count)
    }
}

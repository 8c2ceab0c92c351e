import Control

/// The PEER of a command line, as far as it can be judged without the daemon.
enum PeerArgument {
    static let help = "a name, a PeerID, or the first four or more characters of one"

    /// The params that name a peer.
    static func params(_ invocation: Invocation) throws(CommandFailure) -> JSONObject {
        guard let text = invocation.word("PEER") else { return [:] }
        return ["peer": .string(try self.checked(text))]
    }

    /// Refuses a text that no peer can have.
    static func checked(_ text: String) throws(CommandFailure) -> String {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw .usage("A PEER is \(self.help), but the text given is empty.")
        }
        return text
    }
}

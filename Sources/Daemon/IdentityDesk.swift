import Control
import Peers
import TLS

/// Shows, hands out and replaces the daemon's identity.
///
/// A replacement takes effect at the next start: what runs has proven the old one to everybody.
final class IdentityDesk {
    struct Refusal: Error, Equatable {
        let sentence: String
    }

    private let identity: TLSIdentity
    private let peer: PeerID
    private let path: String
    private let replaceStored: (TLSIdentity?) throws -> String

    init(
        identity: TLSIdentity,
        peer: PeerID,
        path: String,
        replaceStored: @escaping (TLSIdentity?) throws -> String
    ) {
        self.identity = identity
        self.peer = peer
        self.path = path
        self.replaceStored = replaceStored
    }

    var shown: JSONValue {
        .object(
            JSONObject([
                ("id", .string(self.peer.description)), ("short", .string(self.peer.short)),
                ("file", .string(self.path)),
            ])
        )
    }

    /// The private key; whoever has it is this daemon to everybody else.
    var exported: JSONValue {
        let pem = String(decoding: self.identity.serialized, as: UTF8.self)
        return .object(JSONObject([("pem", .string(pem))]))
    }

    func replace(byPEM text: String) -> Result<JSONValue, Refusal> {
        let identity: TLSIdentity
        do throws(TLSError) {
            identity = try TLSIdentity(serialized: Array(text.utf8))
        } catch {
            return .failure(Refusal(sentence: "That is no usable identity: \(error)"))
        }
        return self.store(identity, "The identity is imported")
    }

    func reset() -> Result<JSONValue, Refusal> {
        self.store(nil, "A new identity is made")
    }

    private func store(_ identity: TLSIdentity?, _ what: String) -> Result<JSONValue, Refusal> {
        do {
            let kept = try self.replaceStored(identity)
            let sentence =
                "\(what), and used from the next start of this daemon on; the old one is kept as "
                + "\(kept)."
            return .success(SessionJSON.message(sentence, warning: nil))
        } catch {
            return .failure(Refusal(sentence: "The identity could not be stored: \(error)"))
        }
    }
}

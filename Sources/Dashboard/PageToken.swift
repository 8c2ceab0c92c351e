import Digest

/// The secret that a page proves itself with: whoever has it speaks for this daemon's user.
///
/// Made at each start and kept in memory alone. A page of an earlier run has nothing to show to
/// whoever may listen at the port by then.
struct PageToken: Equatable, Sendable {
    /// 32: as hard to guess as the daemon's own key.
    static let byteCount = 32

    /// 43 characters of base64url without padding (RFC 4648 §5).
    let text: String

    /// Takes 32 bytes of the system's generator.
    init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "A token of \(bytes.count) bytes.")
        self.text = Self.base64URL(bytes)
    }

    /// Whether a field `Authorization` carries this token (RFC 6750 §2.1).
    ///
    /// The time that it takes tells nothing about the token.
    func isProven(by authorization: String?) -> Bool {
        guard let authorization, authorization.prefix(7).lowercased() == "bearer " else {
            return false
        }
        let shown = authorization.dropFirst(7).drop { $0 == " " }
        return ConstantTime.equal(Array(shown.utf8), Array(self.text.utf8))
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(letters[Int(bits >> UInt32(count) & 0x3F)])
            }
        }
        if count > 0 { text.append(letters[Int(bits << UInt32(6 - count) & 0x3F)]) }
        return String(decoding: text, as: UTF8.self)
    }
}

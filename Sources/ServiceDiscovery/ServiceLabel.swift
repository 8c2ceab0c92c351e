/// An instance's label, checked so that neither DNS nor libdbus can choke on it.
///
/// libdbus aborts the process when it is given bytes that are not UTF-8; a Swift `String` always is.
/// A zero byte would cut the C string short, so control characters are refused (RFC 6763 §4.1.1).
struct ServiceLabel: Hashable, Sendable {
    /// 63: what a DNS label holds, RFC 1035 §2.3.4.
    static let bytesMaximum = 63

    let text: String

    init(_ text: String) throws(ServiceDiscoveryError) {
        let bytes = text.utf8.count
        guard (1...Self.bytesMaximum).contains(bytes) else {
            throw .labelLength(bytes: bytes, maximum: Self.bytesMaximum)
        }
        if let control = text.unicodeScalars.first(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw .labelControlCharacter(control)
        }
        self.text = text
    }
}

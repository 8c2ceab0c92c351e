/// The key–value pairs of a TXT record, in order (RFC 6763 §6).
///
/// Keys are compared without regard to case, which Avahi's own functions don't do.
public struct TextRecord: Equatable, Sendable {
    /// One `key=value`.
    public struct Entry: Equatable, Sendable {
        /// As it was written.
        public let key: String
        /// Any bytes; empty when there was no `=`.
        public let value: [UInt8]
    }

    /// 400: with the other records it stays in one packet; at 2,000 Avahi reports success and
    /// answers nobody.
    public static let bytesMaximum = 400
    /// 255: the entry's length is one byte on the wire.
    public static let entryBytesMaximum = 255
    /// 32: RFC 6763 §6.4 recommends 9; a longer one than this leaves no room for values.
    public static let keyBytesMaximum = 32
    /// 64: a stranger's record of one-byte entries must not cost more than it can mean.
    static let entriesReadMaximum = 64

    /// All pairs in the order of the record.
    public let entries: [Entry]

    /// An empty record.
    public init() {
        self.entries = []
    }

    /// Checks every bound, so that nothing wrong reaches Avahi.
    public init(_ pairs: [(key: String, value: [UInt8])]) throws(ServiceDiscoveryError) {
        var seen: Set<String> = []
        var total = 0
        for (key, value) in pairs {
            guard Self.isKey(key.utf8), key.utf8.count <= Self.keyBytesMaximum else {
                throw .textKey(key)
            }
            guard seen.insert(key.lowercased()).inserted else { throw .duplicateTextKey(key) }
            let bytes = key.utf8.count + 1 + value.count
            guard bytes <= Self.entryBytesMaximum else {
                throw .textEntryLength(key: key, bytes: bytes, maximum: Self.entryBytesMaximum)
            }
            total += 1 + bytes
        }
        guard total <= Self.bytesMaximum else {
            throw .textLength(bytes: total, maximum: Self.bytesMaximum)
        }
        self.entries = pairs.map { Entry(key: $0.key, value: $0.value) }
    }

    /// Reads what a stranger sent: what makes no sense is passed over, never an error.
    ///
    /// RFC 6763 §6.4: of a repeated key the first counts, and an entry without a key is ignored.
    init(received bytes: [UInt8]) {
        var entries: [Entry] = []
        var seen: Set<String> = []
        var rest = bytes[...]
        while let length = rest.popFirst(), entries.count < Self.entriesReadMaximum {
            guard rest.count >= Int(length) else { break }
            let entry = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            let halves = entry.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard let name = halves.first, Self.isKey(name) else { continue }
            let key = String(decoding: name, as: UTF8.self)
            guard seen.insert(key.lowercased()).inserted else { continue }
            entries.append(Entry(key: key, value: halves.count == 2 ? Array(halves[1]) : []))
        }
        self.entries = entries
    }

    /// The value of `key`, whatever its case, or `nil` when there is none.
    public subscript(key: String) -> [UInt8]? {
        let wanted = key.lowercased()
        return self.entries.first { $0.key.lowercased() == wanted }?.value
    }

    /// The record's bytes; an empty record is one empty string (RFC 6763 §6.1).
    var encoded: [UInt8] {
        guard !self.entries.isEmpty else { return [0] }
        var bytes: [UInt8] = []
        for entry in self.entries {
            let text = Array(entry.key.utf8) + [UInt8(ascii: "=")] + entry.value
            bytes.append(UInt8(text.count))
            bytes += text
        }
        return bytes
    }

    private static func isKey(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "=") }
    }
}

/// What the caller asked of service discovery that can't be done.
public enum ServiceDiscoveryError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The service type breaks RFC 6335 §5.1 or RFC 6763 §7.
    case invalidType(String)
    /// A label has no bytes, or more than a DNS label holds.
    case labelLength(bytes: Int, maximum: Int)
    /// A label contains a control character (RFC 6763 §4.1.1).
    case labelControlCharacter(Unicode.Scalar)
    /// A service can't be reached at port 0.
    case portZero
    /// Each named interface costs a reference; more than these leave none for look-ups.
    case tooManyInterfaces(count: Int, maximum: Int)
    /// An interface index is 0 or above what the kernel hands out.
    case invalidInterface(UInt32)
    /// A key is empty, too long, or not printable ASCII without `=` (RFC 6763 §6.4).
    case textKey(String)
    /// A key occurs twice, compared without regard to case (RFC 6763 §6.4).
    case duplicateTextKey(String)
    /// One `key=value` is longer than its length byte can say.
    case textEntryLength(key: String, bytes: Int, maximum: Int)
    /// The whole record is longer than what reliably resolves.
    case textLength(bytes: Int, maximum: Int)
    /// The system refused a thread or a descriptor.
    case systemRefused(call: String, number: Int32)

    public var description: String {
        switch self {
        case .invalidType(let type):
            "The service type “\(type)” is not _name._tcp or _name._udp with a name of"
                + " 1 to 15 letters, digits and single inner hyphens."
        case .labelLength(let bytes, let maximum):
            "A service label has \(bytes) bytes; 1 to \(maximum) are accepted."
        case .labelControlCharacter(let scalar):
            "A service label contains the control character \(scalar.value)."
        case .portZero:
            "A service can't be advertised at port 0."
        case .tooManyInterfaces(let count, let maximum):
            "A service can't be advertised on \(count) named interfaces; at most \(maximum)."
        case .invalidInterface(let index):
            "No interface has the index \(index)."
        case .textKey(let key):
            "The TXT key “\(key)” is not 1 to \(TextRecord.keyBytesMaximum) printable ASCII"
                + " characters without “=”."
        case .duplicateTextKey(let key):
            "The TXT key “\(key)” occurs twice."
        case .textEntryLength(let key, let bytes, let maximum):
            "The TXT entry “\(key)” has \(bytes) bytes; at most \(maximum) are accepted."
        case .textLength(let bytes, let maximum):
            "The TXT record has \(bytes) bytes; at most \(maximum) are accepted."
        case .systemRefused(let call, let number):
            "\(call) failed with error \(number)."
        }
    }
}

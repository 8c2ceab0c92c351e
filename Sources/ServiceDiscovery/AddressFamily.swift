/// The two kinds of address record.
enum AddressFamily: Hashable, Sendable {
    /// A: 4 bytes.
    case v4
    /// AAAA: 16 bytes.
    case v6
}

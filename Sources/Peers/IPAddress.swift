/// An address of the Internet Protocol, with the scope that a link-local one needs.
public enum IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four bytes of IPv4, the first byte highest.
    case v4(UInt32)
    /// Sixteen bytes of IPv6; `scope` is the interface index of a link-local address, otherwise 0.
    case v6(high: UInt64, low: UInt64, scope: UInt32)

    /// Makes an address of 4 or 16 bytes; `nil` for any other count.
    public init?(bytes: [UInt8], scope: UInt32 = 0) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        switch bytes.count {
        case 4:
            for byte in bytes { high = (high << 8) | UInt64(byte) }
            self = .v4(UInt32(high))
        case 16:
            for byte in bytes[0..<8] { high = (high << 8) | UInt64(byte) }
            for byte in bytes[8..<16] { low = (low << 8) | UInt64(byte) }
            self = .v6(high: high, low: low, scope: scope)
        default:
            return nil
        }
    }

    /// The 4 or 16 bytes.
    public var bytes: [UInt8] {
        switch self {
        case .v4(let word):
            stride(from: UInt32(24), through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: word >> $0)
            }
        case .v6(let high, let low, _):
            [high, low].flatMap { word in
                stride(from: UInt64(56), through: 0, by: -8).map {
                    UInt8(truncatingIfNeeded: word >> $0)
                }
            }
        }
    }

    /// 169.254/16 or fe80::/10: means something on one link only.
    public var isLinkLocal: Bool {
        switch self {
        case .v4(let word): word >> 16 == 0xA9FE
        case .v6(let high, _, _): high >> 54 == 0xFE80 >> 6
        }
    }

    /// 127/8 or ::1.
    public var isLoopback: Bool {
        switch self {
        case .v4(let word): word >> 24 == 127
        case .v6(let high, let low, _): high == 0 && low == 1
        }
    }

    /// Nobody in particular: all zeros, multicast or broadcast.
    ///
    /// Never dialled.
    public var isUnspecifiedOrMulticast: Bool {
        switch self {
        case .v4(let word): word == 0 || word >> 28 == 0xE || word == .max
        case .v6(let high, let low, _): (high == 0 && low == 0) || high >> 56 == 0xFF
        }
    }

    /// 172.17/16, where Docker puts its first bridge on every machine.
    public var isLikelyContainerBridge: Bool {
        switch self {
        case .v4(let word): word >> 16 == 0xAC11
        case .v6: false
        }
    }

    /// The text form; IPv6 as RFC 5952 §4 wants it, the scope as a number after `%`.
    public var description: String {
        switch self {
        case .v4:
            return self.bytes.map { String($0) }.joined(separator: ".")
        case .v6(let high, let low, let scope):
            let groups = [high, low].flatMap { word in
                stride(from: UInt64(48), through: 0, by: -16).map { (word >> $0) & 0xFFFF }
            }
            let text = Self.compressed(groups)
            return scope == 0 ? text : "\(text)%\(scope)"
        }
    }

    /// Joins eight groups, the longest run of at least two zeros (the first of equals) as `::`.
    private static func compressed(_ groups: [UInt64]) -> String {
        var best = 0..<0
        var start = 0
        while start < groups.count {
            var end = start
            while end < groups.count, groups[end] == 0 { end += 1 }
            if end - start >= 2, end - start > best.count { best = start..<end }
            start = max(end, start + 1)
        }
        func joined(_ part: ArraySlice<UInt64>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !best.isEmpty else { return joined(groups[...]) }
        return joined(groups[..<best.lowerBound]) + "::" + joined(groups[best.upperBound...])
    }
}

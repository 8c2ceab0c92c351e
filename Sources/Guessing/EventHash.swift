import Digest
import Wire

/// The SHA-256 of an event's canonical encoding: 32 bytes that stand for a log up to that event.
///
/// Only entries with non-negative keys are part of it, since others may be ignored.
public struct EventHash: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Makes a hash of exactly 32 bytes; `nil` for any other count.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == SHA256.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The hash of an event.
    public init(of event: GuessEvent) {
        self.bytes = SHA256.hash(event.encoded)
    }

    private init(zeros count: Int) {
        self.bytes = [UInt8](repeating: 0, count: count)
    }

    /// What event 0 carries, which no event comes before: 32 zeros.
    public static let none = EventHash(zeros: SHA256.byteCount)

    /// 64 hexadecimal digits.
    public var description: String { self.bytes.hexadecimal }
}

/// Where an integer map key stands in deterministic order (RFC 8949 §4.2.1).
///
/// The encodings are compared byte by byte, which puts 0, 1, 2 … first and −1, −2, −3 … after them.
struct MapKeyOrder: Comparable, Sendable {
    private let rank: UInt64

    init(_ key: Int64) {
        self.rank = key >= 0 ? UInt64(key) : 1 << 63 | UInt64(~key)
    }

    static func < (first: MapKeyOrder, second: MapKeyOrder) -> Bool {
        first.rank < second.rank
    }
}

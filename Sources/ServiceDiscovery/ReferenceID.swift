/// The name of one open question, never used twice by one machine.
struct ReferenceID: Hashable, Comparable, Sendable {
    let value: UInt64

    static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

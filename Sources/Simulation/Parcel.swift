/// What travels at once from one end of a connection to the other.
struct Parcel: Sendable {
    enum Ending: Equatable, Sendable {
        case none
        /// The sender says no more.
        case end
        /// The connection is torn down.
        case reset
    }

    let bytes: [UInt8]
    let ending: Ending
}

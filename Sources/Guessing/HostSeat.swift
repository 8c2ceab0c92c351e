/// What only the host of a running game knows.
struct HostSeat: Equatable, Sendable {
    /// The secret and its salt.
    let reveal: Reveal
    /// Whether this daemon answers by itself.
    let isAuto: Bool
}

import Determinism

/// What a member said of how far it has followed a game, and when it said so.
struct Claim: Equatable, Sendable {
    let head: GameHead
    let at: Moment
}

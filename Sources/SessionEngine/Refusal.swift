import Determinism
import Peers

/// One of the two does not want the other: remembered, so that nobody knocks in vain.
struct Refusal: Equatable, Sendable {
    let reason: String
    let since: Moment
    /// Asked again after this.
    let until: Moment
}

import Activities
import Determinism
import Discovery
import Peers

/// A `connect` by hand that has not been answered yet.
struct WaitingConnect: Equatable, Sendable {
    let token: CommandToken
    let target: DialTarget
    let deadline: Moment
}

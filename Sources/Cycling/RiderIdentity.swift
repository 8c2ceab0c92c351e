import Gameplay
import Peers

/// The component that says who a rider is.
struct RiderIdentity: Component, Equatable {
    let id: RiderID
    var name: DisplayName
    let kind: RiderKind

    var label: RiderLabel { RiderLabel(id: self.id, name: self.name) }
}

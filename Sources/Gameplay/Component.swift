/// One aspect of an entity: where it is, what state it is in, what it is called.
///
/// A value, a struct or an enum; an entity has at most one of each type. Every requirement has a
/// default that does nothing, or the obvious. Counterpart of `GKComponent`.
public protocol Component: Sendable {
    /// The component has been given to an entity.
    ///
    /// - Parameters:
    ///   - entity: whose it is.
    ///   - world: the world just before it holds this component, so that its siblings can be read.
    mutating func didAddToEntity(_ entity: Entity, in world: World)

    /// The component is about to be taken away, by removal or by another of its type.
    ///
    /// - Parameters:
    ///   - entity: whose it was.
    ///   - world: the world that still holds this component as it was.
    func willRemoveFromEntity(_ entity: Entity, in world: World)

    /// Time has passed.
    ///
    /// - Parameters:
    ///   - seconds: how much.
    ///   - entity: whose component this is.
    ///   - world: the rest of the world, to read siblings from; while a whole system is updated,
    ///     the components of its own type are not in it.
    mutating func update(deltaTime seconds: Double, of entity: Entity, in world: World)

    /// Updates all components of this type, in the order in which they were added.
    ///
    /// Write your own to look up once per step what every component needs, such as the system of a
    /// sibling's type.
    static func updateAll(
        _ system: inout ComponentSystem<Self>,
        deltaTime seconds: Double,
        in world: World
    )
}

extension Component {
    @inlinable
    public mutating func didAddToEntity(_ entity: Entity, in world: World) {}

    @inlinable
    public func willRemoveFromEntity(_ entity: Entity, in world: World) {}

    @inlinable
    public mutating func update(deltaTime seconds: Double, of entity: Entity, in world: World) {}

    // A conforming type's witness is compiled beside that type, where this can be specialised: so a
    // world that knows only erased systems steps each of them at the speed of its own type.
    @inlinable
    public static func updateAll(
        _ system: inout ComponentSystem<Self>,
        deltaTime seconds: Double,
        in world: World
    ) {
        system.modifyEach { entity, component in
            component.update(deltaTime: seconds, of: entity, in: world)
        }
    }
}

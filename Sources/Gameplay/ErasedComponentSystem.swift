/// What a world asks of a system whose type it does not know.
protocol ErasedComponentSystem: Sendable {
    /// A copy of the entity's component.
    func erasedComponent(of entity: Entity) -> (any Component)?

    /// Tells the entity's component that it is about to go.
    func announceRemoval(of entity: Entity, in world: World)

    /// Removes the entity's component without a hook.
    mutating func discardComponent(of entity: Entity)

    /// Updates the entity's component.
    mutating func update(_ entity: Entity, deltaTime seconds: Double, in world: World)

    /// Updates all components.
    mutating func update(deltaTime seconds: Double, in world: World)
}

extension ComponentSystem: ErasedComponentSystem {
    func erasedComponent(of entity: Entity) -> (any Component)? { self[entity] }

    func announceRemoval(of entity: Entity, in world: World) {
        self[entity]?.willRemoveFromEntity(entity, in: world)
    }

    mutating func discardComponent(of entity: Entity) {
        self.removeComponent(of: entity)
    }

    mutating func update(_ entity: Entity, deltaTime seconds: Double, in world: World) {
        guard let slot = self.slot(of: entity) else { return }
        self.components[slot].update(deltaTime: seconds, of: entity, in: world)
    }

    mutating func update(deltaTime seconds: Double, in world: World) {
        ComponentType.updateAll(&self, deltaTime: seconds, in: world)
    }
}

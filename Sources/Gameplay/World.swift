/// Entities, their components, and the systems that update them.
///
/// Where GameplayKit's entity owns objects that a system shares, here each component is a value in
/// one place: the world's ``ComponentSystem`` of its type. The rules are GameplayKit's:
///
/// - an entity has at most one component of each type; another takes its place, after the old one's
///   hook and the new one's, in that order;
/// - types match exactly;
/// - a system updates its components in the order in which they were added, and systems are updated
///   in the order in which they were added;
/// - a component is updated by its type's system, if ``addSystem(of:)`` made one dedicated to it,
///   and else by ``update(_:deltaTime:)`` of its entity: never by both.
///
/// A copy of a world is a snapshot. The same calls lead to the same world on every machine.
public struct World: Sendable {
    private var entities = EntityTable()
    /// The types of the components that have been here, in the order of their first use.
    private var types: [ObjectIdentifier] = []
    /// One for each of `types`.
    private var systems: [any ErasedComponentSystem] = []
    /// Which of them are dedicated, in the order in which that was asked for.
    private var dedicated: [Int] = []

    public init() {}

    // MARK: Entities

    /// How many entities there are.
    public var entityCount: Int { self.entities.count }

    /// Makes an entity without components.
    public mutating func makeEntity() -> Entity { self.entities.makeEntity() }

    /// Whether the entity has not been removed.
    public func contains(_ entity: Entity) -> Bool { self.entities.contains(entity) }

    /// Removes the entity with all its components, whose hooks run in the order of
    /// ``components(of:)``.
    ///
    /// Nothing happens when it is not there.
    public mutating func remove(_ entity: Entity) {
        guard self.entities.contains(entity) else { return }
        for index in self.systems.indices { self.removeComponent(at: index, of: entity) }
        self.entities.remove(entity)
    }

    // MARK: Components

    /// Gives the entity a component, in place of the one of the same type that it may have.
    ///
    /// The new one comes last in the order of its system.
    ///
    /// - Returns: whether the entity was there to take it; if not, nothing has happened.
    @discardableResult
    public mutating func addComponent<ComponentType: Component>(
        _ component: ComponentType,
        to entity: Entity
    ) -> Bool {
        guard self.entities.contains(entity) else { return false }
        let index = self.makeIndex(of: ComponentType.self)
        self.removeComponent(at: index, of: entity)
        var component = component
        component.didAddToEntity(entity, in: self)
        self.withSystem(ComponentType.self, at: index) { system, _ in
            system.addComponent(component, to: entity)
        }
        return true
    }

    /// Removes the entity's component of that type, after its hook; nothing happens without one.
    ///
    /// - Returns: the component.
    @discardableResult
    public mutating func removeComponent<ComponentType: Component>(
        ofType type: ComponentType.Type,
        from entity: Entity
    ) -> ComponentType? {
        guard let index = self.index(of: type) else { return nil }
        let component = self.component(ofType: type, of: entity)
        self.removeComponent(at: index, of: entity)
        return component
    }

    /// The entity's component of exactly that type.
    public func component<ComponentType: Component>(
        ofType type: ComponentType.Type,
        of entity: Entity
    ) -> ComponentType? {
        guard let index = self.index(of: type) else { return nil }
        return (self.systems[index] as? ComponentSystem<ComponentType>)?[entity]
    }

    /// Changes the entity's component of that type where it is, without hooks.
    ///
    /// - Returns: what `body` returned, or `nil` when the entity has no such component.
    @discardableResult
    public mutating func modifyComponent<ComponentType: Component, Result>(
        ofType type: ComponentType.Type,
        of entity: Entity,
        _ body: (inout ComponentType) throws -> Result
    ) rethrows -> Result? {
        guard let index = self.index(of: type) else { return nil }
        return try self.withSystem(type, at: index) { system, _ in
            guard let slot = system.slot(of: entity) else { return nil }
            return try body(&system.components[slot])
        }
    }

    /// The entity's components, ordered by when their types first came into this world.
    ///
    /// An array of its own, which stays as it is while components are removed.
    public func components(of entity: Entity) -> [any Component] {
        self.systems.compactMap { $0.erasedComponent(of: entity) }
    }

    // MARK: Systems

    /// All components of that type: a copy that costs nothing until one of both is changed.
    ///
    /// It reads a sibling's type without asking the world for each entity.
    public func system<ComponentType: Component>(
        of type: ComponentType.Type
    ) -> ComponentSystem<ComponentType> {
        guard let index = self.index(of: type) else { return ComponentSystem() }
        return self.systems[index] as? ComponentSystem<ComponentType> ?? ComponentSystem()
    }

    /// Dedicates a system to that type: its components are updated by ``update(deltaTime:)``.
    ///
    /// It comes after the systems that were added before; nothing happens when it is among them.
    public mutating func addSystem<ComponentType: Component>(of type: ComponentType.Type) {
        let index = self.makeIndex(of: type)
        if !self.dedicated.contains(index) { self.dedicated.append(index) }
    }

    /// Undoes ``addSystem(of:)``: the components stay, and are updated with their entities.
    public mutating func removeSystem<ComponentType: Component>(of type: ComponentType.Type) {
        guard let index = self.index(of: type) else { return }
        self.dedicated.removeAll { $0 == index }
    }

    /// Updates the dedicated systems, each in full before the next.
    public mutating func update(deltaTime seconds: Double) {
        for index in self.dedicated {
            self.withSystem(at: index) { $0.update(deltaTime: seconds, in: $1) }
        }
    }

    /// Updates those of the entity's components that no dedicated system updates.
    public mutating func update(_ entity: Entity, deltaTime seconds: Double) {
        for index in self.systems.indices where !self.dedicated.contains(index) {
            self.withSystem(at: index) { $0.update(entity, deltaTime: seconds, in: $1) }
        }
    }

    /// Visits each component of that type in the order of addition, and may change it.
    ///
    /// For steps that take more than time or give something back: `body` may read and write what is
    /// around it, such as a random source and a list of effects. Its last argument is the rest of
    /// the world.
    @inlinable
    public mutating func modifyEach<ComponentType: Component>(
        ofType type: ComponentType.Type,
        _ body: (Entity, inout ComponentType, World) throws -> Void
    ) rethrows {
        try self.withSystem(of: type) { system, world in
            try system.modifyEach { try body($0, &$1, world) }
        }
    }

    /// Lends the system of that type, with the rest of the world.
    @usableFromInline
    mutating func withSystem<ComponentType: Component>(
        of type: ComponentType.Type,
        _ body: (inout ComponentSystem<ComponentType>, World) throws -> Void
    ) rethrows {
        guard let index = self.index(of: type) else { return }
        try self.withSystem(type, at: index, body)
    }

    // MARK: Inside

    private func index<ComponentType: Component>(of type: ComponentType.Type) -> Int? {
        self.types.firstIndex(of: ObjectIdentifier(type))
    }

    private mutating func makeIndex<ComponentType: Component>(
        of type: ComponentType.Type
    ) -> Int {
        if let index = self.index(of: type) { return index }
        self.types.append(ObjectIdentifier(type))
        self.systems.append(ComponentSystem<ComponentType>())
        return self.systems.count - 1
    }

    private mutating func removeComponent(at index: Int, of entity: Entity) {
        self.systems[index].announceRemoval(of: entity, in: self)
        self.systems[index].discardComponent(of: entity)
    }

    /// Takes a system out of the world and puts it back changed.
    ///
    /// It is out meanwhile so that it is changed in place, and the world stays readable.
    private mutating func withSystem(
        at index: Int,
        _ body: (inout any ErasedComponentSystem, World) -> Void
    ) {
        var system = self.systems[index]
        self.systems[index] = ComponentSystem<Absence>()
        body(&system, self)
        self.systems[index] = system
    }

    private mutating func withSystem<ComponentType: Component, Result>(
        _ type: ComponentType.Type,
        at index: Int,
        _ body: (inout ComponentSystem<ComponentType>, World) throws -> Result
    ) rethrows -> Result {
        guard var system = self.systems[index] as? ComponentSystem<ComponentType> else {
            preconditionFailure("A system of another type than \(type): \(self.systems[index]).")
        }
        self.systems[index] = ComponentSystem<Absence>()
        defer { self.systems[index] = system }
        return try body(&system, self)
    }

    /// What a system holds that stands in for one that is being changed: nothing.
    private enum Absence: Component {}
}

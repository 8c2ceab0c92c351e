/// All components of one type, side by side in memory, in the order in which they were added.
///
/// Counterpart of `GKComponentSystem`. A ``World`` keeps one for each type; it also serves on its
/// own, as a stored property, where the types are known beforehand. Looking a component up, adding
/// and removing one take constant time (removal: on average), and a step walks straight through
/// memory. By itself it calls no hooks: those belong to the world.
public struct ComponentSystem<ComponentType: Component>: Sendable {
    /// Whose component each slot holds; `nobody` where one was removed.
    @usableFromInline var entities: [Entity] = []
    /// The components, one for each of the entities.
    ///
    /// What `nobody` holds is a leftover that no one sees again.
    @usableFromInline var components: [ComponentType] = []
    /// By the entity's index: its slot, or `vacant`.
    @usableFromInline var slots: [UInt32] = []

    @usableFromInline static var vacant: UInt32 { .max }

    /// How many components there are.
    public private(set) var count = 0

    public init() {}

    /// Where the entity's component is.
    @inlinable
    func slot(of entity: Entity) -> Int? {
        guard entity.index < self.slots.count else { return nil }
        let slot = self.slots[Int(entity.index)]
        guard slot != Self.vacant, self.entities[Int(slot)] == entity else { return nil }
        return Int(slot)
    }

    /// Whether the entity has a component here.
    @inlinable
    public func contains(_ entity: Entity) -> Bool { self.slot(of: entity) != nil }

    /// The entity's component; assigning `nil` removes it, assigning to none adds one.
    ///
    /// Changing one in place leaves it where it is in the order.
    @inlinable
    public subscript(entity: Entity) -> ComponentType? {
        get { self.slot(of: entity).map { self.components[$0] } }
        set {
            guard let newValue else {
                self.removeComponent(of: entity)
                return
            }
            guard let slot = self.slot(of: entity) else {
                self.addComponent(newValue, to: entity)
                return
            }
            self.components[slot] = newValue
        }
    }

    /// Adds a component at the end of the order, instead of the one that the entity had.
    public mutating func addComponent(_ component: ComponentType, to entity: Entity) {
        let index = Int(entity.index)
        if index >= self.slots.count {
            let missing = index + 1 - self.slots.count
            self.slots.append(contentsOf: repeatElement(Self.vacant, count: missing))
        }
        // The place may still be taken by a removed entity that nobody told this system of.
        if self.slots[index] != Self.vacant { self.vacate(Int(self.slots[index])) }
        self.slots[index] = UInt32(self.components.count)
        self.entities.append(entity)
        self.components.append(component)
        self.count += 1
    }

    /// Adds a component whose type is known only when the program runs.
    ///
    /// - Throws: when its type is not exactly this system's.
    public mutating func addComponent(
        erased component: any Component,
        to entity: Entity
    ) throws(ComponentMismatch) {
        // Components are values, so nothing is cast to a type that is not exactly its own.
        guard let typed = component as? ComponentType else {
            throw ComponentMismatch(
                expected: "\(ComponentType.self)",
                given: "\(type(of: component))"
            )
        }
        self.addComponent(typed, to: entity)
    }

    /// Removes and returns the entity's component; nothing happens when it has none.
    @discardableResult
    public mutating func removeComponent(of entity: Entity) -> ComponentType? {
        guard let slot = self.slot(of: entity) else { return nil }
        let component = self.components[slot]
        self.vacate(slot)
        return component
    }

    private mutating func vacate(_ slot: Int) {
        self.slots[Int(self.entities[slot].index)] = Self.vacant
        self.entities[slot] = .nobody
        self.count -= 1
        // Closing ranks only when more than half is vacant makes a removal cheap on average.
        if self.entities.count > 2 * self.count + 16 { self.closeRanks() }
    }

    private mutating func closeRanks() {
        var kept = 0
        for slot in self.entities.indices where self.entities[slot] != .nobody {
            self.entities[kept] = self.entities[slot]
            self.components.swapAt(kept, slot)
            self.slots[Int(self.entities[slot].index)] = UInt32(kept)
            kept += 1
        }
        self.entities.removeSubrange(kept...)
        self.components.removeSubrange(kept...)
    }

    /// Visits each component in the order of addition, and may change it.
    ///
    /// The counterpart of sending a system any message that its components understand.
    @inlinable
    public mutating func modifyEach(
        _ body: (Entity, inout ComponentType) throws -> Void
    ) rethrows {
        for slot in self.entities.indices {
            let entity = self.entities[slot]
            guard entity != .nobody else { continue }
            try body(entity, &self.components[slot])
        }
    }

    /// The entities that have a component here, in the order of addition.
    public var owners: [Entity] { self.entities.filter { $0 != .nobody } }
}

extension ComponentSystem: Equatable where ComponentType: Equatable {
    /// Whether both hold equal components of the same entities in the same order.
    public static func == (left: ComponentSystem, right: ComponentSystem) -> Bool {
        left.owners.elementsEqual(right.owners) { $0 == $1 && left[$0] == right[$1] }
    }
}

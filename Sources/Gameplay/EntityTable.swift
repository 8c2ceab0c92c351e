/// Hands out entities, and knows which of them are still there.
public struct EntityTable: Equatable, Sendable {
    /// By place: odd while the place is taken.
    private var generations: [UInt32] = []
    /// Places that were left, the latest last.
    private var free: [UInt32] = []

    public init() {}

    /// How many entities are there.
    public private(set) var count = 0

    /// Makes an entity that has never been there before.
    public mutating func makeEntity() -> Entity {
        self.count += 1
        if let index = self.free.popLast() {
            self.generations[Int(index)] += 1
            return Entity(index: index, generation: self.generations[Int(index)])
        }
        self.generations.append(1)
        return Entity(index: UInt32(self.generations.count - 1), generation: 1)
    }

    /// Forgets the entity; one that is not there is left alone.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    public mutating func remove(_ entity: Entity) -> Bool {
        guard self.contains(entity) else { return false }
        self.count -= 1
        // A place whose numbers are used up is never taken again, so that old handles stay dead.
        let isWornOut = entity.generation == .max
        self.generations[Int(entity.index)] = isWornOut ? 0 : entity.generation + 1
        if !isWornOut { self.free.append(entity.index) }
        return true
    }

    /// Whether the entity is still there.
    public func contains(_ entity: Entity) -> Bool {
        entity.index < self.generations.count
            && self.generations[Int(entity.index)] == entity.generation
    }
}

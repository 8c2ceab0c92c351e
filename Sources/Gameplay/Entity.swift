/// Names a thing in a ``World``: a rider, a bicycle pump, a flock.
///
/// A handle, not the thing itself: it holds nothing alive, and once its entity is removed it names
/// nothing for ever, even when its place is taken by another. So there is no weak reference to go
/// wrong. Counterpart of `GKEntity`.
public struct Entity: Hashable, Comparable, Sendable {
    /// The place in the tables of components; reused after a removal.
    @usableFromInline let index: UInt32
    /// How often the place has been taken and left; odd while it is taken.
    @usableFromInline let generation: UInt32

    @usableFromInline init(index: UInt32, generation: UInt32) {
        self.index = index
        self.generation = generation
    }

    /// Names nothing, ever: it marks the places of removed components.
    @usableFromInline static let nobody = Entity(index: .max, generation: 0)

    /// Orders entities by place, then by age: arbitrary, but the same on every machine.
    @inlinable
    public static func < (left: Entity, right: Entity) -> Bool {
        (left.index, left.generation) < (right.index, right.generation)
    }
}

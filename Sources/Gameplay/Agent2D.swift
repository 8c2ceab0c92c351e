/// Something round that moves in the plane as its behaviour wants, within what it can do.
///
/// Counterpart of `GKAgent2D`, with its defaults. Units are yours, such as metres and seconds. Each
/// goal gives a force; the forces are weighted, summed and clipped. Source of the goals: C.
/// Reynolds, "Steering Behaviors for Autonomous Characters", GDC 1999. It only adds, subtracts,
/// multiplies, divides and takes square roots, so that it moves alike on every machine; for the
/// same reason its heading is a vector and no angle.
public struct Agent2D: Component, Equatable {
    /// How hard it is to move.
    public var mass = 1.0
    /// How far it reaches around its position.
    public var radius = 0.5
    /// The greatest force that it can put into changing its velocity, per unit of mass.
    public var maxAcceleration = 1.0
    /// The greatest speed.
    public var maxSpeed = 1.0
    /// Where it is.
    public var position: SIMD2<Double>
    /// How fast it moves, and where to.
    public var velocity: SIMD2<Double> {
        didSet { self.turn() }
    }
    /// Where it looks: the direction of its last movement, of length 1; at first along x.
    public private(set) var heading: SIMD2<Double> = [1, 0]
    /// What it wants; without any it keeps its velocity.
    public var behavior: Behavior?
    /// Where it wanders to, seen from a place in front of it.
    var wandering: SIMD2<Double> = .zero

    /// Makes an agent that looks where it moves.
    public init(position: SIMD2<Double>, velocity: SIMD2<Double> = .zero) {
        self.position = position
        self.velocity = velocity
        self.turn()
    }

    /// How fast it moves.
    public var speed: Double { self.velocity.length }

    private mutating func turn() {
        let direction = self.velocity.direction
        if direction != .zero { self.heading = direction }
    }

    /// Moves on by one step: forces change the velocity, and the velocity the position.
    ///
    /// - Parameters:
    ///   - seconds: the length of the step. Forces are constant during it, so keep it short against
    ///     the time that a turn takes.
    ///   - entity: the agent's own name among the agents.
    ///   - agents: all agents as they were before the step.
    ///   - source: where a wandering agent's whims come from.
    public mutating func update(
        deltaTime seconds: Double,
        of entity: Entity,
        among agents: ComponentSystem<Agent2D>,
        using source: inout some RandomSource
    ) {
        if let behavior = self.behavior {
            var force = SIMD2<Double>.zero
            behavior.forEachGoal { goal, weight in
                force += weight * self.force(of: goal, named: entity, among: agents, &source)
            }
            let acceleration = (force / self.mass).clipped(to: self.maxAcceleration)
            self.velocity += acceleration * seconds
        }
        self.velocity = self.velocity.clipped(to: self.maxSpeed)
        self.position += self.velocity * seconds
    }
}

/// Which agents a goal of the flock minds: those of a list that are near and in view.
public struct Neighbourhood: Equatable, Sendable {
    /// Those that may count; an agent never minds itself.
    public let agents: [Entity]
    /// How near one must be.
    public let maxDistance: Double
    /// How far from the heading one may lie, on either side, in radians; π is all around.
    public let maxAngle: Double
    private let leastCosine: Double

    /// Makes a neighbourhood.
    public init(of agents: [Entity], maxDistance: Double, maxAngle: Double) {
        self.agents = agents
        self.maxDistance = maxDistance
        self.maxAngle = maxAngle
        // All around means all around, whatever a rounded cosine says.
        self.leastCosine = maxAngle >= .pi ? -2 : maxAngle.cosineOfHalfTurn
    }

    /// Those of the agents that are near and in view, in the order of the list.
    func members(
        around agent: Agent2D,
        named entity: Entity,
        among agents: ComponentSystem<Agent2D>
    ) -> [Agent2D] {
        self.agents.compactMap { other in
            guard other != entity, let neighbour = agents[other] else { return nil }
            let way = neighbour.position - agent.position
            let distance = way.length
            guard distance <= self.maxDistance,
                way.dot(agent.heading) >= self.leastCosine * distance
            else { return nil }
            return neighbour
        }
    }
}

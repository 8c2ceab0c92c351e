extension ComponentSystem<Agent2D> {
    /// Moves all agents by one step, each by what all were before: their order makes no difference
    /// but to whom the random numbers go.
    public mutating func update(
        deltaTime seconds: Double,
        using source: inout some RandomSource
    ) {
        let before = self
        self.modifyEach { entity, agent in
            agent.update(deltaTime: seconds, of: entity, among: before, using: &source)
        }
    }
}

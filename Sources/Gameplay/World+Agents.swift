extension World {
    /// Moves all agents by one step, each by what all were before.
    ///
    /// The counterpart of a dedicated system of agents, which needs a random source besides the
    /// time.
    public mutating func updateAgents(
        deltaTime seconds: Double,
        using source: inout some RandomSource
    ) {
        self.withSystem(of: Agent2D.self) { system, _ in
            system.update(deltaTime: seconds, using: &source)
        }
    }
}

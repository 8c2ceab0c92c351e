/// One thing that an agent wants of its movement.
///
/// Counterpart of `GKGoal`. Other agents are named by their entities; one that is gone is not
/// minded. Times are in seconds, speeds in the unit of length per second.
public enum Goal: Equatable, Sendable {
    /// Go to the agent.
    case seek(Entity)
    /// Go away from the agent.
    case flee(Entity)
    /// Don't run into things that stand still, looking that far ahead.
    case avoidObstacles([Obstacle], maxPredictionTime: Double)
    /// Don't run into moving agents, looking that far ahead.
    case avoidAgents([Entity], maxPredictionTime: Double)
    /// Keep away from neighbours, the more the nearer they are.
    case separate(Neighbourhood)
    /// Move as the neighbours do on average.
    case align(Neighbourhood)
    /// Go to the middle of the neighbours.
    case cohere(Neighbourhood)
    /// Move at that speed, whatever the direction.
    case reachTargetSpeed(Double)
    /// Move at that speed, in a direction that changes gently and at random.
    case wander(speed: Double)
    /// Go to where the agent can be met, at most that far ahead.
    case intercept(Entity, maxPredictionTime: Double)
    /// Go along the path, towards its end or its beginning, aiming that far ahead.
    case followPath(Path, maxPredictionTime: Double, forward: Bool)
    /// Don't leave the path's width, looking that far ahead.
    case stayOnPath(Path, maxPredictionTime: Double)
}

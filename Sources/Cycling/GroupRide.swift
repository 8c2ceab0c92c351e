import Gameplay
import Routes

/// How friends who ride the same way stay together: the faster wait a little, the slower hurry.
///
/// Each is an agent on the route laid out as a straight line, with goals: stay with the others,
/// ride as fast as they do, and as oneself likes. It changes the pace only; the route does the
/// steering.
enum GroupRide {
    /// Simulants with neighbouring numbers are friends, so many each: Waldo, Sue and Vikas are.
    static let size = 3
    /// Metres within which friends see each other.
    private static let sight = 60.0
    /// How far a friend's pace goes from its own.
    private static let patience = 0.15

    /// The next second's pace of each in metres per second, in their order.
    static func paces(of friends: [RouteRide], on route: Route) -> [Double] {
        guard let first = friends.first else { return [] }
        let places = friends.map { Self.offset(of: $0, from: first, on: route) }
        let isAnyNear = places.indices.contains { index in
            places[..<index].contains { abs($0 - places[index]) <= Self.sight }
        }
        guard isAnyNear else { return friends.map(\.speed) }

        var table = EntityTable()
        let entities = friends.map { _ in table.makeEntity() }
        let others = Neighbourhood(of: entities, maxDistance: Self.sight, maxAngle: .pi)
        var agents = ComponentSystem<Agent2D>()
        for (index, friend) in friends.enumerated() {
            var agent = Agent2D(position: [places[index], 0], velocity: [friend.pace, 0])
            agent.maxSpeed = friend.speed * (1 + Self.patience)
            agent.maxAcceleration = 0.5
            var behavior = Behavior()
            behavior.setWeight(0.4, for: .cohere(others))
            behavior.setWeight(1, for: .align(others))
            behavior.setWeight(0.5, for: .reachTargetSpeed(friend.speed))
            agent.behavior = behavior
            agents.addComponent(agent, to: entities[index])
        }
        let before = agents
        return zip(friends, entities).map { friend, entity in
            guard var agent = before[entity] else { return friend.speed }
            // No goal of these asks for chance.
            var source = NoChance()
            agent.update(deltaTime: 1, of: entity, among: before, using: &source)
            let slowest = friend.speed * (1 - Self.patience)
            return min(max(agent.velocity.x, slowest), friend.speed * (1 + Self.patience))
        }
    }

    /// How far ahead of the other it rides, in metres; negative behind.
    private static func offset(
        of ride: RouteRide,
        from other: RouteRide,
        on route: Route
    ) -> Double {
        let distance = ride.along - other.along
        let ahead = ride.isAscending ? distance : -distance
        guard route.isClosed else { return ahead }
        let round = route.distance(of: ahead)
        return round > route.metres / 2 ? round - route.metres : round
    }

    private struct NoChance: RandomSource {
        mutating func nextWord() -> UInt32 { 0 }
    }
}

extension Agent2D {
    /// The force that a goal wants: the difference of the wished velocity and the present one.
    mutating func force(
        of goal: Goal,
        named entity: Entity,
        among agents: ComponentSystem<Agent2D>,
        _ source: inout some RandomSource
    ) -> SIMD2<Double> {
        switch goal {
        case .seek(let other):
            return agents[other].map { self.force(towards: $0.position) } ?? .zero
        case .flee(let other):
            return agents[other].map { self.force(along: self.position - $0.position) } ?? .zero
        case .avoidObstacles(let obstacles, let time):
            return self.force(
                awayFrom: obstacles.map { Threat($0.position, .zero, $0.radius) },
                within: time
            )
        case .avoidAgents(let others, let time):
            let threats = others.filter { $0 != entity }.compactMap { agents[$0] }
            return self.force(
                awayFrom: threats.map { Threat($0.position, $0.velocity, $0.radius) },
                within: time
            )
        case .separate(let neighbourhood):
            return self.separating(
                from: neighbourhood.members(around: self, named: entity, among: agents)
            )
        case .align(let neighbourhood):
            return self.aligning(
                with: neighbourhood.members(around: self, named: entity, among: agents)
            )
        case .cohere(let neighbourhood):
            return self.cohering(
                with: neighbourhood.members(around: self, named: entity, among: agents)
            )
        case .reachTargetSpeed(let speed):
            return self.heading * speed - self.velocity
        case .wander(let speed):
            return self.wander(at: speed, &source)
        case .intercept(let other, let time):
            return agents[other].map { self.force(towards: self.meetingPoint($0, within: time)) }
                ?? .zero
        case .followPath(let path, let time, let forward):
            let here = path.projection(of: self.position + self.velocity * time).distanceAlong
            let ahead = self.maxSpeed * time
            return self.force(
                towards: path.point(atDistance: forward ? here + ahead : here - ahead)
            )
        case .stayOnPath(let path, let time):
            let projection = path.projection(of: self.position + self.velocity * time)
            return projection.offset <= path.radius ? .zero : self.force(towards: projection.point)
        }
    }

    // MARK: Where to

    /// The force that makes the velocity the greatest one in that direction; none without
    /// direction.
    private func force(along way: SIMD2<Double>) -> SIMD2<Double> {
        let direction = way.direction
        return direction == .zero ? .zero : direction * self.maxSpeed - self.velocity
    }

    private func force(towards target: SIMD2<Double>) -> SIMD2<Double> {
        self.force(along: target - self.position)
    }

    /// Where this agent, at its greatest speed, can first be where the other is by then.
    ///
    /// It keeps the other on a constant bearing: as fast across the line between them as the other,
    /// and with the rest of its speed along it. Where that never meets, it aims as far ahead as it
    /// may.
    private func meetingPoint(_ other: Agent2D, within maximum: Double) -> SIMD2<Double> {
        let way = other.position - self.position
        let line = way.direction
        let across = other.velocity.dot(line.turnedRight)
        let square = self.maxSpeed * self.maxSpeed - across * across
        // The root of a magnitude needs no branch into libm, which would set errno.
        let closing = square.magnitude.squareRoot() - other.velocity.dot(line)
        let time = square >= 0 && closing > 0 ? min(way.length / closing, maximum) : maximum
        return other.position + other.velocity * time
    }

    /// A place on a circle in front wanders a little; the agent goes there.
    private mutating func wander(
        at speed: Double,
        _ source: inout some RandomSource
    ) -> SIMD2<Double> {
        let whim = SIMD2(source.nextUniform() - 0.5, source.nextUniform() - 0.5)
        self.wandering = (self.wandering + whim * 0.5).direction
        // The circle has the radius 1 and lies √2 ahead, so that there is always a way forward.
        let way = self.heading * 2.0.squareRoot() + self.wandering
        return way.direction * speed - self.velocity
    }

    // MARK: The flock

    private func separating(from neighbours: [Agent2D]) -> SIMD2<Double> {
        let push = neighbours.reduce(SIMD2<Double>.zero) { sum, neighbour in
            let way = self.position - neighbour.position
            let square = way.squaredLength
            return square > 0 ? sum + way / square : sum
        }
        return self.force(along: push)
    }

    private func aligning(with neighbours: [Agent2D]) -> SIMD2<Double> {
        guard !neighbours.isEmpty else { return .zero }
        let sum = neighbours.reduce(SIMD2<Double>.zero) { $0 + $1.velocity }
        return sum / Double(neighbours.count) - self.velocity
    }

    private func cohering(with neighbours: [Agent2D]) -> SIMD2<Double> {
        guard !neighbours.isEmpty else { return .zero }
        let sum = neighbours.reduce(SIMD2<Double>.zero) { $0 + $1.position }
        return self.force(towards: sum / Double(neighbours.count))
    }

    // MARK: What to keep clear of

    private struct Threat {
        let position: SIMD2<Double>
        let velocity: SIMD2<Double>
        let radius: Double

        init(_ position: SIMD2<Double>, _ velocity: SIMD2<Double>, _ radius: Double) {
            self.position = position
            self.velocity = velocity
            self.radius = radius
        }
    }

    /// The force away from the first collision within that time; none if nothing will be hit.
    private func force(awayFrom threats: [Threat], within time: Double) -> SIMD2<Double> {
        var first: (time: Double, way: SIMD2<Double>)?
        for threat in threats {
            let way = self.position - threat.position
            let velocity = self.velocity - threat.velocity
            let square = velocity.squaredLength
            // When both are nearest to each other; at once, if they don't come nearer any more.
            let nearest = square > 0 ? max(0, -way.dot(velocity) / square) : 0
            let there = way + velocity * min(nearest, time)
            guard there.length < self.radius + threat.radius else { continue }
            if nearest < first?.time ?? .infinity { first = (nearest, there) }
        }
        guard let first else { return .zero }
        // Head on there is no side to pass on, so both keep to their right.
        let side = first.way.direction
        let across = side - self.heading * side.dot(self.heading)
        let escape = across.length > 1e-9 ? across.direction : self.heading.turnedRight
        return escape * self.maxSpeed
    }
}

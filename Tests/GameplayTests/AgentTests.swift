import Determinism
import Gameplay
import Testing

@Suite struct AgentTests {
    /// Agents with names, and what moves them.
    private struct Field {
        var table = EntityTable()
        var agents = ComponentSystem<Agent2D>()
        var source = SeededGenerator(seed: 1)

        mutating func add(
            at position: SIMD2<Double>,
            moving velocity: SIMD2<Double> = .zero,
            _ goals: [Goal] = [],
            maxSpeed: Double = 1
        ) -> Entity {
            let entity = self.table.makeEntity()
            var agent = Agent2D(position: position, velocity: velocity)
            agent.maxSpeed = maxSpeed
            if !goals.isEmpty { agent.behavior = Behavior(goals: goals) }
            self.agents[entity] = agent
            return entity
        }

        mutating func run(seconds: Double, step: Double = 0.1) {
            for _ in 0..<Int((seconds / step).rounded()) {
                self.agents.update(deltaTime: step, using: &self.source)
            }
        }

        func position(_ entity: Entity) -> SIMD2<Double> {
            self.agents[entity]?.position ?? [.nan, .nan]
        }

        func distance(_ one: Entity, _ other: Entity) -> Double {
            let way = self.position(one) - self.position(other)
            return (way * way).sum().squareRoot()
        }
    }

    @Test func `an agent begins with the defaults of GameplayKit`() {
        let agent = Agent2D(position: [0, 0])
        #expect(agent.mass == 1)
        #expect(agent.radius == 0.5)
        #expect(agent.speed == 0)
        #expect(agent.maxAcceleration == 1)
        #expect(agent.maxSpeed == 1)
    }

    @Test func `without a behaviour it keeps its velocity`() {
        var field = Field()
        let agent = field.add(at: [0, 0], moving: [0.5, 0])
        field.run(seconds: 10)
        #expect(abs(field.position(agent).x - 5) < 1e-9)
        #expect(field.agents[agent]?.heading == [1, 0])
    }

    @Test func `forces are summed with their weights, then clipped`() {
        var field = Field()
        let agent = field.add(at: [0, 0])
        let (east, north) = (field.add(at: [100, 0]), field.add(at: [0, 100]))
        var behavior = Behavior()
        behavior.setWeight(0.3, for: .seek(east))
        behavior.setWeight(0.4, for: .seek(north))
        field.agents[agent]?.behavior = behavior
        field.run(seconds: 0.1)
        let gentle = field.agents[agent]?.velocity ?? .zero
        #expect(abs(gentle.x - 0.03) < 1e-12)
        #expect(abs(gentle.y - 0.04) < 1e-12)

        behavior.setWeight(30, for: .seek(east))
        behavior.setWeight(40, for: .seek(north))
        field.agents[agent] = Agent2D(position: [0, 0])
        field.agents[agent]?.behavior = behavior
        field.run(seconds: 0.1)
        let velocity = field.agents[agent]?.velocity ?? .zero
        #expect(abs(velocity.x - 0.06) < 1e-12)
        #expect(abs(velocity.y - 0.08) < 1e-12)
    }

    @Test func `the heavier moves off more slowly`() {
        var field = Field()
        let mark = field.add(at: [100, 0])
        let agent = field.add(at: [0, 0], [.seek(mark)])
        field.agents[agent]?.mass = 4
        field.run(seconds: 0.1)
        #expect(field.agents[agent]?.velocity == [0.025, 0])
    }

    @Test func `nothing goes faster or accelerates harder than it can`() {
        var field = Field()
        let mark = field.add(at: [50, 50])
        let agent = field.add(at: [0, 0], moving: [-1, 0], [.seek(mark), .wander(speed: 9)])
        var last = field.agents[agent]?.velocity ?? .zero
        for _ in 0..<300 {
            field.run(seconds: 0.1)
            let velocity = field.agents[agent]?.velocity ?? .zero
            let change = velocity - last
            #expect((velocity * velocity).sum().squareRoot() <= 1 + 1e-12)
            #expect((change * change).sum().squareRoot() <= 0.1 + 1e-12)
            last = velocity
        }
    }

    @Test func `it seeks, and flees`() {
        var field = Field()
        let mark = field.add(at: [30, 10])
        let seeker = field.add(at: [0, 0], [.seek(mark)])
        let fleer = field.add(at: [29, 10], [.flee(mark)])
        field.run(seconds: 20)
        #expect(field.distance(seeker, mark) < 14)
        #expect(field.distance(fleer, mark) > 18)
        #expect(field.position(fleer).y == 10)
        field.run(seconds: 14)
        #expect(field.distance(seeker, mark) < 2)
    }

    @Test func `a goal whose agent is gone wants nothing`() {
        var field = Field()
        let mark = field.add(at: [30, 0])
        let agent = field.add(
            at: [0, 0],
            [
                .seek(mark), .flee(mark), .intercept(mark, maxPredictionTime: 9),
                .avoidAgents([mark], maxPredictionTime: 9),
                .cohere(Neighbourhood(of: [mark], maxDistance: 99, maxAngle: .pi)),
            ]
        )
        field.agents[mark] = nil
        field.run(seconds: 5)
        #expect(field.position(agent) == [0, 0])
    }

    @Test func `it reaches the speed that is wanted`() {
        var field = Field()
        let agent = field.add(at: [0, 0], moving: [0, 1], [.reachTargetSpeed(0.25)])
        field.run(seconds: 30)
        #expect(abs((field.agents[agent]?.speed ?? 0) - 0.25) < 1e-3)
        #expect(field.agents[agent]?.heading == [0, 1])
    }

    /// Meeting a mark that crosses needs aiming ahead of it: the seeker comes later, and from
    /// behind.
    @Test func `interception meets a mover sooner than seeking it`() {
        func secondsToMeet(_ goal: (Entity) -> Goal) -> Double {
            var field = Field()
            let mark = field.add(at: [40, -20], moving: [0, 0.8])
            let agent = field.add(at: [0, 0], moving: [1, 0], [goal(mark)])
            var seconds = 0.0
            while field.distance(agent, mark) > 1, seconds < 200 {
                field.run(seconds: 0.1)
                seconds += 0.1
            }
            return seconds
        }
        let intercepting = secondsToMeet { .intercept($0, maxPredictionTime: 100) }
        let seeking = secondsToMeet { .seek($0) }
        // Straight to the meeting point: |(40, −20 + 0.8t)| = t at t = 42.8, less 1 for the
        // distance.
        #expect((41...45).contains(intercepting))
        #expect(seeking > intercepting + 5)
    }

    @Test func `an equally fast mover is met where it can be, and chased where not`() {
        var field = Field()
        let mark = field.add(at: [20, -20], moving: [0, 1])
        let agent = field.add(
            at: [0, 0],
            moving: [1, 0],
            [.intercept(mark, maxPredictionTime: 100)]
        )
        let fugitive = field.add(at: [10, 0], moving: [1, 0])
        let chaser = field.add(
            at: [0, 0],
            moving: [1, 0],
            [.intercept(fugitive, maxPredictionTime: 5)]
        )
        field.run(seconds: 20)
        #expect(field.distance(agent, mark) < 1)
        #expect(abs(field.distance(chaser, fugitive) - 10) < 0.1)
    }

    @Test(arguments: [
        // Across faster than it can go, and away faster: it aims as far ahead as it may.
        (SIMD2(0.0, 2.0), SIMD2(10.0, 16.0)), (SIMD2(2.0, 0.0), SIMD2(26.0, 0.0)),
        // Towards it: they meet in 10 ÷ (1 + 4) seconds.
        (SIMD2(-4.0, 0.0), SIMD2(2.0, 0.0)),
    ])
    func `it aims at where they meet, or as far ahead as it may`(
        velocity: SIMD2<Double>,
        aim: SIMD2<Double>
    ) {
        var field = Field()
        let mark = field.add(at: [10, 0], moving: velocity, maxSpeed: 9)
        let agent = field.add(at: [0, 0], [.intercept(mark, maxPredictionTime: 8)])
        field.run(seconds: 0.1)
        let heading = field.agents[agent]?.heading ?? .zero
        let length = (aim * aim).sum().squareRoot()
        #expect(abs(heading.x - aim.x / length) < 1e-12)
        #expect(abs(heading.y - aim.y / length) < 1e-12)
    }

    @Test func `of two obstacles the one that would be hit first is avoided`() {
        // The near one is passed on the right, the far one would be on the left.
        let near = Obstacle(position: [4, 0.3], radius: 1)
        let far = Obstacle(position: [8, -0.3], radius: 1)
        for obstacles in [[near, far], [far, near]] {
            var field = Field()
            let agent = field.add(
                at: [0, 0],
                moving: [1, 0],
                [.avoidObstacles(obstacles, maxPredictionTime: 20)]
            )
            field.run(seconds: 0.1)
            #expect(field.position(agent).y < 0)
        }
    }

    @Test func `one that stands on the same place does not keep it from separating`() {
        var field = Field()
        let (same, near) = (field.add(at: [0, 0]), field.add(at: [1, 0]))
        let all = Neighbourhood(of: [same, near], maxDistance: 5, maxAngle: .pi)
        let agent = field.add(at: [0, 0], [.separate(all)])
        field.run(seconds: 0.1)
        #expect(field.position(agent).x < 0)
    }

    @Test func `it goes around an obstacle in its way`() {
        func leastDistance(_ avoids: Bool) -> Double {
            var field = Field()
            let mark = field.add(at: [60, 0])
            let agent = field.add(at: [0, 0.2], moving: [1, 0])
            var behavior = Behavior(goals: [.seek(mark)])
            let obstacle = Obstacle(position: [25, 0], radius: 3)
            if avoids {
                behavior.setWeight(10, for: .avoidObstacles([obstacle], maxPredictionTime: 8))
            }
            field.agents[agent]?.behavior = behavior
            var least = Double.infinity
            for _ in 0..<700 {
                field.run(seconds: 0.1)
                let way = field.position(agent) - obstacle.position
                least = min(least, (way * way).sum().squareRoot())
            }
            #expect(field.distance(agent, mark) < 3)
            return least
        }
        #expect(leastDistance(false) < 1)
        #expect(leastDistance(true) > 3.3)
    }

    @Test func `agents that meet head on pass each other`() {
        func leastDistance(_ avoid: Bool) -> Double {
            var field = Field()
            let (west, east) = (field.add(at: [-100, 0]), field.add(at: [100, 0]))
            let one = field.add(at: [-20, 0], moving: [1, 0])
            let two = field.add(at: [20, 0], moving: [-1, 0])
            for (agent, mark, other) in [(one, east, two), (two, west, one)] {
                var behavior = Behavior(goals: [.seek(mark)])
                if avoid {
                    behavior.setWeight(10, for: .avoidAgents([agent, other], maxPredictionTime: 5))
                }
                field.agents[agent]?.behavior = behavior
            }
            var least = Double.infinity
            for _ in 0..<600 {
                field.run(seconds: 0.1)
                least = min(least, field.distance(one, two))
            }
            #expect(field.position(one).x > 20)
            #expect(field.position(two).x < -20)
            return least
        }
        #expect(leastDistance(false) < 0.1)
        #expect(leastDistance(true) > 0.95)
    }

    @Test func `a group closes up, keeps apart and moves as one`() {
        var field = Field()
        let entities = (0..<5).map { (place: Int) -> Entity in
            let side = Double(place % 2)
            return field.add(
                at: SIMD2(Double(place) * 6, side * 8),
                moving: SIMD2(0.5, 0.4 - side * 0.8)
            )
        }
        let all = Neighbourhood(of: entities, maxDistance: 100, maxAngle: .pi)
        let close = Neighbourhood(of: entities, maxDistance: 3, maxAngle: .pi)
        var behavior = Behavior()
        behavior.setWeight(0.2, for: .cohere(all))
        behavior.setWeight(1, for: .align(all))
        behavior.setWeight(1, for: .reachTargetSpeed(0.7))
        behavior.setWeight(0.6, for: .separate(close))
        for entity in entities { field.agents[entity]?.behavior = behavior }
        field.run(seconds: 200)
        for one in entities {
            for other in entities where other < one {
                #expect((0.5...12).contains(field.distance(one, other)))
            }
        }
        let headings = entities.compactMap { field.agents[$0]?.heading }
        #expect(headings.allSatisfy { ($0 * headings[0]).sum() > 0.8 })
    }

    @Test func `neighbours count only within the distance and the angle`() {
        func turns(towards position: SIMD2<Double>, distance: Double, angle: Double) -> Bool {
            var field = Field()
            let other = field.add(at: position)
            let agent = field.add(
                at: [0, 0],
                [.cohere(.init(of: [other], maxDistance: distance, maxAngle: angle))]
            )
            field.run(seconds: 0.1)
            return field.position(agent) != [0, 0]
        }
        #expect(turns(towards: [10, 0], distance: 10, angle: 0.1))
        #expect(!turns(towards: [10.1, 0], distance: 10, angle: 0.1))
        // At 60° on either side; π/3 is where the cosine is a half.
        let sixty: SIMD2<Double> = [1, 3.0.squareRoot()]
        #expect(turns(towards: sixty, distance: 10, angle: .pi / 3 + 1e-9))
        #expect(!turns(towards: sixty, distance: 10, angle: .pi / 3 - 1e-9))
        #expect(turns(towards: [sixty.x, -sixty.y], distance: 10, angle: .pi / 3 + 1e-9))
        #expect(!turns(towards: [-1, 0], distance: 10, angle: 3.1))
        #expect(turns(towards: [-1, 0], distance: 10, angle: .pi))
    }

    @Test func `it follows a loop in both directions and keeps near it`() throws {
        let path = try Path(
            points: [[0, 0], [40, 0], [40, 40], [0, 40]],
            radius: 2,
            isCyclical: true
        )
        for forward in [true, false] {
            var field = Field()
            let agent = field.add(
                at: [20, 0],
                [.followPath(path, maxPredictionTime: 2, forward: forward)]
            )
            var (last, way) = (20.0, 0.0)
            for _ in 0..<2_000 {
                field.run(seconds: 0.1)
                let projection = path.projection(of: field.position(agent))
                #expect(projection.offset < 2)
                // Corners are cut, so the way along the path may be a little longer than the way
                // gone. Where the seam at 0 = 160 is crossed, the way is counted through it.
                let step = projection.distanceAlong - last
                way += step > 80 ? step - 160 : step < -80 ? step + 160 : step
                last = projection.distanceAlong
            }
            #expect((180...210).contains(forward ? way : -way))
        }
    }

    @Test func `staying on a path pulls back only who is about to leave it`() throws {
        let path = try Path(points: [[0, 0], [1_000, 0]], radius: 2)
        var field = Field()
        let within = field.add(
            at: [0, 1.5],
            moving: [1, 0],
            [.stayOnPath(path, maxPredictionTime: 1)]
        )
        let leaving = field.add(
            at: [0, 0],
            moving: [0.8, 0.6],
            [.stayOnPath(path, maxPredictionTime: 2)]
        )
        for _ in 0..<400 {
            field.run(seconds: 0.1)
            #expect(field.position(within).y == 1.5)
            #expect(abs(field.position(leaving).y) <= 2.2)
        }
    }

    @Test func `wandering changes the direction gently and by the source alone`() {
        func track(seed: UInt64) -> [SIMD2<Double>] {
            var field = Field()
            field.source = SeededGenerator(seed: seed)
            let agent = field.add(at: [0, 0], moving: [1, 0], [.wander(speed: 1)])
            return (0..<200).map { _ in
                field.run(seconds: 0.1)
                return field.agents[agent]?.heading ?? .zero
            }
        }
        let headings = track(seed: 5)
        #expect(headings == track(seed: 5))
        #expect(headings != track(seed: 6))
        for (one, next) in zip(headings, headings.dropFirst()) { #expect((one * next).sum() > 0.9) }
        #expect(headings.contains { ($0 * headings[0]).sum() < 0.5 })
    }

    @Test func `a behaviour within another has the product of the weights`() {
        var field = Field()
        let (east, north) = (field.add(at: [100, 0]), field.add(at: [0, 100]))
        var inner = Behavior(goals: [.seek(east)])
        inner.setWeight(0.5, for: .seek(north))
        var outer = Behavior()
        outer.setWeight(0.8, for: .behavior(inner))
        var outermost = Behavior()
        outermost.setWeight(0.5, for: .behavior(outer))
        let agent = field.add(at: [0, 0])
        field.agents[agent]?.behavior = outermost
        field.run(seconds: 0.1)
        let velocity = field.agents[agent]?.velocity ?? .zero
        #expect(abs(velocity.x - 0.04) < 1e-12)
        #expect(abs(velocity.y - 0.02) < 1e-12)
    }

    @Test func `an unknown goal weighs nothing, a known one what it was given`() {
        var table = EntityTable()
        let (one, two) = (table.makeEntity(), table.makeEntity())
        var behavior = Behavior(goals: [.seek(one)])
        #expect(behavior.weight(for: .seek(one)) == 1)
        #expect(behavior.weight(for: .seek(two)) == 0)
        behavior.setWeight(3, for: .seek(one))
        #expect(behavior.parts == [.goal(.seek(one))])
        #expect(behavior.weight(for: .seek(one)) == 3)
        behavior.remove(.goal(.seek(two)))
        behavior.remove(.goal(.seek(one)))
        #expect(behavior.parts.isEmpty)
    }

    @Test func `each agent sees the others as they were before the step`() {
        func positions(reversed: Bool) -> Set<SIMD2<Double>> {
            var field = Field()
            let entities = (0..<4).map { _ in field.table.makeEntity() }
            for (place, entity) in (reversed ? entities.reversed() : entities).enumerated() {
                let number = reversed ? 3 - place : place
                var agent = Agent2D(position: SIMD2(Double(number) * 3, Double(number * number)))
                agent.behavior = Behavior(goals: [.seek(entities[(number + 1) % 4])])
                field.agents[entity] = agent
            }
            field.run(seconds: 10)
            return Set(entities.map { field.position($0) })
        }
        #expect(positions(reversed: false) == positions(reversed: true))
    }

    @Test func `a world moves its agents`() {
        var (world, source) = (World(), SeededGenerator(seed: 1))
        let agent = world.makeEntity()
        world.addComponent(Agent2D(position: [0, 0], velocity: [0.5, 0]), to: agent)
        world.updateAgents(deltaTime: 2, using: &source)
        #expect(world.component(ofType: Agent2D.self, of: agent)?.position == [1, 0])
    }

    /// The hash is golden_values.py's: a second program, after the descriptions of the goals.
    ///
    /// The bits depend on nothing but the numbers.
    @Test func `a ride of a group has the same bits in every build and on every machine`() throws {
        var field = Field()
        let path = try Path(points: [[0, 0], [30, 5], [20, 40]], radius: 1, isCyclical: true)
        let entities = (0..<6).map { field.add(at: SIMD2(Double($0), Double($0 * $0))) }
        let near = Neighbourhood(of: entities, maxDistance: 8, maxAngle: 2)
        for entity in entities {
            field.agents[entity]?.behavior = Behavior(goals: [
                .followPath(path, maxPredictionTime: 3, forward: true), .wander(speed: 0.7),
                .separate(near), .align(near), .cohere(near),
                .avoidAgents(entities, maxPredictionTime: 2),
            ])
        }
        field.run(seconds: 100)
        var hash = StableHash()
        for entity in entities {
            hash.combine(field.position(entity).x.bitPattern)
            hash.combine(field.position(entity).y.bitPattern)
        }
        #expect(hash.value == 3_989_460_644_214_929_208)
    }
}

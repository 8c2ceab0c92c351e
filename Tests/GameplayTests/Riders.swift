import Gameplay

/// What a rider is called.
struct Name: Component, Equatable {
    var text: String
}

/// How far a rider has come, and at which of all updates it was its turn.
struct Odometer: Component, Equatable {
    var metres = 0.0
    var updates = 0

    mutating func update(deltaTime seconds: Double, of entity: Entity, in world: World) {
        self.metres += 5 * seconds
        self.updates += 1
    }
}

/// Reads its sibling's name at each update, as the tutorial's location reads the identity.
struct Greeting: Component, Equatable {
    var text: String?

    mutating func update(deltaTime seconds: Double, of entity: Entity, in world: World) {
        self.text = world.component(ofType: Name.self, of: entity).map { "I am \($0.text)" }
    }
}

/// Two types that differ by nothing but a parameter.
struct Pump<Valve>: Component, Equatable {
    var bars: Int
}

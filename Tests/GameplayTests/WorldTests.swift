import Gameplay
import Synchronization
import Testing

@Suite struct WorldTests {
    /// What hooks and updates did, told by components that can't return anything.
    private final class Journal: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { self.lines.withLock { $0 } }
        func note(_ line: String) { self.lines.withLock { $0.append(line) } }
    }

    private struct Bell: Component {
        let name: String
        let journal: Journal

        mutating func didAddToEntity(_ entity: Entity, in world: World) {
            let holds = world.component(ofType: Bell.self, of: entity)?.name ?? "none"
            self.journal.note("added \(self.name), world holds \(holds)")
        }

        func willRemoveFromEntity(_ entity: Entity, in world: World) {
            let holds = world.component(ofType: Bell.self, of: entity)?.name ?? "none"
            self.journal.note("removing \(self.name), world holds \(holds)")
        }

        mutating func update(deltaTime seconds: Double, of entity: Entity, in world: World) {
            self.journal.note("rang \(self.name) for \(seconds)")
        }
    }

    private struct Lamp: Component {
        let name: String
        let journal: Journal

        mutating func update(deltaTime seconds: Double, of entity: Entity, in world: World) {
            self.journal.note("lit \(self.name)")
        }

        func willRemoveFromEntity(_ entity: Entity, in world: World) {
            self.journal.note("removing \(self.name)")
        }
    }

    @Test func `an entity has one component of a type, and the second takes its place`() {
        var world = World()
        let waldo = world.makeEntity()
        world.addComponent(Name(text: "Waldo"), to: waldo)
        world.addComponent(Name(text: "Sue"), to: waldo)
        #expect(world.components(of: waldo).count == 1)
        #expect(world.component(ofType: Name.self, of: waldo) == Name(text: "Sue"))
    }

    @Test func `taking its place runs the old one's hook, then the new one's`() {
        let journal = Journal()
        var world = World()
        let waldo = world.makeEntity()
        world.addComponent(Bell(name: "old", journal: journal), to: waldo)
        world.addComponent(Bell(name: "new", journal: journal), to: waldo)
        world.removeComponent(ofType: Bell.self, from: waldo)
        #expect(
            journal.all == [
                "added old, world holds none", "removing old, world holds old",
                "added new, world holds none", "removing new, world holds new",
            ]
        )
    }

    @Test func `a hook can change what it is called on before it is held`() {
        struct Spinning: Component {
            var isReady = false
            mutating func didAddToEntity(_ entity: Entity, in world: World) {
                self.isReady = world.component(ofType: Name.self, of: entity) != nil
            }
        }
        var world = World()
        let (named, nameless) = (world.makeEntity(), world.makeEntity())
        world.addComponent(Name(text: "Sue"), to: named)
        world.addComponent(Spinning(), to: named)
        world.addComponent(Spinning(), to: nameless)
        #expect(world.component(ofType: Spinning.self, of: named)?.isReady == true)
        #expect(world.component(ofType: Spinning.self, of: nameless)?.isReady == false)
    }

    @Test func `types match exactly`() {
        var world = World()
        let waldo = world.makeEntity()
        world.addComponent(Pump<Int>(bars: 3), to: waldo)
        world.addComponent(Pump<Double>(bars: 8), to: waldo)
        #expect(world.components(of: waldo).count == 2)
        #expect(world.component(ofType: Pump<Int>.self, of: waldo)?.bars == 3)
        #expect(world.component(ofType: Pump<Double>.self, of: waldo)?.bars == 8)
        #expect(world.component(ofType: Pump<Bool>.self, of: waldo) == nil)
    }

    @Test func `a component whose type is erased goes by the type that it has`() {
        var world = World()
        let waldo = world.makeEntity()
        let parts: [any Component] = [Name(text: "Waldo"), Odometer(metres: 7)]
        for part in parts { world.addComponent(part, to: waldo) }
        #expect(world.component(ofType: Odometer.self, of: waldo)?.metres == 7)
        #expect(world.component(ofType: Name.self, of: waldo)?.text == "Waldo")
    }

    @Test func `a component is updated by its system or with its entity, never by both`() {
        var world = World()
        let waldo = world.makeEntity()
        world.addComponent(Odometer(), to: waldo)
        world.update(deltaTime: 1)
        #expect(world.component(ofType: Odometer.self, of: waldo)?.updates == 0)
        world.update(waldo, deltaTime: 2)
        #expect(world.component(ofType: Odometer.self, of: waldo)?.metres == 10)

        world.addSystem(of: Odometer.self)
        world.update(waldo, deltaTime: 2)
        #expect(world.component(ofType: Odometer.self, of: waldo)?.updates == 1)
        world.update(deltaTime: 1)
        #expect(world.component(ofType: Odometer.self, of: waldo)?.metres == 15)

        world.removeSystem(of: Odometer.self)
        world.update(deltaTime: 1)
        #expect(world.component(ofType: Odometer.self, of: waldo)?.updates == 2)
        world.update(waldo, deltaTime: 1)
        #expect(world.component(ofType: Odometer.self, of: waldo)?.updates == 3)
    }

    @Test func `systems run in their order, and each in the order of addition`() {
        let journal = Journal()
        var world = World()
        let (waldo, sue, vikas) = (world.makeEntity(), world.makeEntity(), world.makeEntity())
        world.addComponent(Lamp(name: "s", journal: journal), to: sue)
        for (entity, name) in [(vikas, "V"), (waldo, "W"), (sue, "S")] {
            world.addComponent(Bell(name: name, journal: journal), to: entity)
        }
        world.addComponent(Lamp(name: "w", journal: journal), to: waldo)
        let added = journal.all.count
        world.addSystem(of: Bell.self)
        world.addSystem(of: Lamp.self)
        world.addSystem(of: Bell.self)
        world.update(deltaTime: 0.5)
        #expect(
            Array(journal.all[added...]) == [
                "rang V for 0.5", "rang W for 0.5", "rang S for 0.5", "lit s", "lit w",
            ]
        )
    }

    @Test func `one that takes another's place comes last in the order`() {
        var world = World()
        let entities = (0..<3).map { _ in world.makeEntity() }
        for entity in entities { world.addComponent(Odometer(), to: entity) }
        world.addComponent(Odometer(), to: entities[0])
        #expect(
            world.system(of: Odometer.self).owners == [entities[1], entities[2], entities[0]]
        )
        world.modifyComponent(ofType: Odometer.self, of: entities[1]) { $0.metres = 3 }
        #expect(world.system(of: Odometer.self).owners.first == entities[1])
        #expect(world.component(ofType: Odometer.self, of: entities[1])?.metres == 3)
    }

    @Test func `siblings read each other during an update`() {
        var world = World()
        let waldo = world.makeEntity()
        world.addComponent(Name(text: "Waldo"), to: waldo)
        world.addComponent(Greeting(), to: waldo)
        world.addSystem(of: Greeting.self)
        world.update(deltaTime: 0)
        #expect(world.component(ofType: Greeting.self, of: waldo)?.text == "I am Waldo")
    }

    @Test func `a system's own update looks up its siblings' system once`() {
        struct Echo: Component {
            var text = ""
            static func updateAll(
                _ system: inout ComponentSystem<Echo>,
                deltaTime seconds: Double,
                in world: World
            ) {
                let names = world.system(of: Name.self)
                system.modifyEach { $1.text = names[$0]?.text ?? "" }
            }
        }
        var world = World()
        let waldo = world.makeEntity()
        world.addComponent(Name(text: "Waldo"), to: waldo)
        world.addComponent(Echo(), to: waldo)
        world.addSystem(of: Echo.self)
        world.update(deltaTime: 1)
        #expect(world.component(ofType: Echo.self, of: waldo)?.text == "Waldo")
    }

    @Test func `a visit changes components, reads the others and gives back what it likes`() {
        var world = World()
        for name in ["Waldo", "Sue", "Vikas"] {
            let entity = world.makeEntity()
            world.addComponent(Name(text: name), to: entity)
            world.addComponent(Odometer(), to: entity)
        }
        var log: [String] = []
        world.modifyEach(ofType: Odometer.self) { entity, odometer, others in
            odometer.metres += 1
            log.append(others.component(ofType: Name.self, of: entity)?.text ?? "?")
        }
        #expect(log == ["Waldo", "Sue", "Vikas"])
        world.modifyEach(ofType: Odometer.self) { _, odometer, _ in #expect(odometer.metres == 1) }
    }

    @Test func `a visit that fails loses nothing`() {
        struct Puncture: Error {}
        var world = World()
        let waldo = world.makeEntity()
        world.addComponent(Odometer(metres: 4), to: waldo)
        #expect(throws: Puncture.self) {
            try world.modifyEach(ofType: Odometer.self) { _, odometer, _ in
                odometer.metres = 5
                throw Puncture()
            }
        }
        #expect(world.component(ofType: Odometer.self, of: waldo)?.metres == 5)
    }

    @Test func `the array of components stays as it is while they are removed`() {
        var world = World()
        let waldo = world.makeEntity()
        world.addComponent(Name(text: "Waldo"), to: waldo)
        world.addComponent(Odometer(), to: waldo)
        var visited = 0
        for _ in world.components(of: waldo) {
            world.removeComponent(ofType: Name.self, from: waldo)
            world.removeComponent(ofType: Odometer.self, from: waldo)
            visited += 1
        }
        #expect(visited == 2)
        #expect(world.components(of: waldo).isEmpty)
    }

    @Test func `removing what is not there does nothing`() {
        var world = World()
        let (waldo, sue) = (world.makeEntity(), world.makeEntity())
        #expect(world.removeComponent(ofType: Name.self, from: waldo) == nil)
        world.addComponent(Name(text: "Waldo"), to: waldo)
        #expect(world.removeComponent(ofType: Name.self, from: sue) == nil)
        world.remove(sue)
        world.remove(sue)
        #expect(world.entityCount == 1)
        #expect(world.removeComponent(ofType: Name.self, from: waldo) == Name(text: "Waldo"))
    }

    @Test func `an entity that was removed is gone for good, with its components`() {
        let journal = Journal()
        var world = World()
        let waldo = world.makeEntity()
        world.addComponent(Lamp(name: "lamp", journal: journal), to: waldo)
        world.addComponent(Name(text: "Waldo"), to: waldo)
        world.remove(waldo)
        #expect(journal.all == ["removing lamp"])
        #expect(!world.contains(waldo))
        #expect(world.addComponent(Name(text: "ghost"), to: waldo) == false)

        let sue = world.makeEntity()
        world.addComponent(Name(text: "Sue"), to: sue)
        #expect(world.component(ofType: Name.self, of: waldo) == nil)
        #expect(world.removeComponent(ofType: Name.self, from: waldo) == nil)
        world.modifyComponent(ofType: Name.self, of: waldo) { $0.text = "ghost" }
        world.remove(waldo)
        #expect(world.component(ofType: Name.self, of: sue)?.text == "Sue")
    }

    @Test func `a copy is a snapshot`() {
        var world = World()
        let waldo = world.makeEntity()
        world.addComponent(Odometer(), to: waldo)
        world.addSystem(of: Odometer.self)
        let before = world
        world.update(deltaTime: 1)
        #expect(before.component(ofType: Odometer.self, of: waldo)?.metres == 0)
        var again = before
        again.update(deltaTime: 1)
        #expect(again.system(of: Odometer.self) == world.system(of: Odometer.self))
        #expect(before.system(of: Odometer.self) != world.system(of: Odometer.self))
    }
}

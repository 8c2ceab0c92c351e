import Determinism
import Gameplay
import Testing

@Suite struct ComponentSystemTests {
    @Test func `a component of another type is an error that names both`() {
        var table = EntityTable()
        let waldo = table.makeEntity()
        var system = ComponentSystem<Pump<Int>>()
        let error = #expect(throws: ComponentMismatch.self) {
            try system.addComponent(erased: Pump<Double>(bars: 8), to: waldo)
        }
        #expect(
            error?.description
                == "A system of Pump<Int> was given a component of the type Pump<Double>; it holds "
                + "exactly its own type."
        )
        #expect(system.count == 0)
        #expect(throws: Never.self) {
            try system.addComponent(erased: Pump<Int>(bars: 3), to: waldo)
        }
        #expect(system[waldo]?.bars == 3)
    }

    @Test func `the subscript reads, changes in place, adds and removes`() {
        var table = EntityTable()
        let (waldo, sue) = (table.makeEntity(), table.makeEntity())
        var system = ComponentSystem<Odometer>()
        system[waldo] = Odometer(metres: 1)
        system[sue] = Odometer(metres: 2)
        system[waldo]?.metres += 10
        #expect(system[waldo]?.metres == 11)
        #expect(system.owners == [waldo, sue])
        system[waldo] = nil
        system[waldo]?.metres = 5
        #expect(system[waldo] == nil)
        #expect(system.owners == [sue])
        #expect(system.count == 1)
    }

    @Test func `a new entity in an old one's place does not inherit what was left there`() {
        var table = EntityTable()
        let waldo = table.makeEntity()
        var system = ComponentSystem<Odometer>()
        system.addComponent(Odometer(metres: 9), to: waldo)
        table.remove(waldo)
        let sue = table.makeEntity()
        #expect(system[sue] == nil)
        system.addComponent(Odometer(metres: 1), to: sue)
        #expect(system.owners == [sue])
        #expect(system[waldo] == nil)
        #expect(system.removeComponent(of: waldo) == nil)
    }

    /// A model that is too simple to be wrong: pairs in a list.
    @Test func `a thousand random additions and removals leave it as a list would be`() {
        var generator = SeededGenerator(seed: 2_017)
        var table = EntityTable()
        let entities = (0..<60).map { _ in table.makeEntity() }
        var system = ComponentSystem<Odometer>()
        var model: [(entity: Entity, metres: Double)] = []
        for step in 0..<1_000 {
            let entity = entities[generator.nextInt(upperBound: entities.count)]
            model.removeAll { $0.entity == entity }
            // Phases of mostly removing make it close ranks.
            if generator.happens(perMille: step / 250 % 2 == 0 ? 700 : 100) {
                system.addComponent(Odometer(metres: Double(step)), to: entity)
                model.append((entity, Double(step)))
            } else {
                system.removeComponent(of: entity)
            }
            var seen: [(Entity, Double)] = []
            system.modifyEach { seen.append(($0, $1.metres)) }
            #expect(seen.elementsEqual(model, by: ==))
            #expect(system.count == model.count)
            #expect(model.allSatisfy { system[$0.entity]?.metres == $0.metres })
        }
    }

    @Test func `entities are counted, and never come twice`() {
        var table = EntityTable()
        var seen: Set<Entity> = []
        for _ in 0..<1_000 {
            let entity = table.makeEntity()
            #expect(seen.insert(entity).inserted)
            #expect(table.contains(entity))
            #expect(table.remove(entity) == true)
            #expect(table.remove(entity) == false)
            #expect(!table.contains(entity))
        }
        #expect(table.count == 0)
    }
}

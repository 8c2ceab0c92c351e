import Determinism
import Gameplay
import Testing

@Suite struct SpatialGridTests {
    @Test func `it finds what a search of everything finds, the nearest first`() {
        var (generator, table) = (SeededGenerator(seed: 100), EntityTable())
        var grid = SpatialGrid(cellSize: 100)
        var all: [(entity: Entity, position: SIMD2<Double>)] = []
        func somewhere() -> SIMD2<Double> {
            [generator.nextUniform() * 2_000 - 1_000, generator.nextUniform() * 2_000 - 1_000]
        }
        for _ in 0..<400 {
            let entity = table.makeEntity()
            grid.place(entity, at: somewhere())
            let position = somewhere()
            grid.place(entity, at: position)
            all.append((entity, position))
        }
        for radius in [0.5, 99, 100, 350, 5_000, .infinity] {
            let place = somewhere()
            let expected = all.map { entity, position in
                let way = position - place
                return (entity, (way * way).sum().squareRoot())
            }
            .filter { $0.1 < radius }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            let found = grid.neighbours(of: place, within: radius)
            #expect(found.map(\.entity) == expected.map(\.0))
        }
    }

    @Test func `exactly the radius is too far`() {
        var (table, grid) = (EntityTable(), SpatialGrid(cellSize: 100))
        let (near, far) = (table.makeEntity(), table.makeEntity())
        grid.place(near, at: [99.999, 0])
        grid.place(far, at: [100, 0])
        #expect(grid.neighbours(of: [0, 0], within: 100).map(\.entity) == [near])
    }

    @Test func `what is taken out is not found, and what is moved is found once`() {
        var (table, grid) = (EntityTable(), SpatialGrid(cellSize: 100))
        let (waldo, sue) = (table.makeEntity(), table.makeEntity())
        grid.place(waldo, at: [0, 0])
        grid.place(sue, at: [1, 1])
        grid.place(sue, at: [500, 1])
        #expect(grid.neighbours(of: [0, 0], within: 10).map(\.entity) == [waldo])
        grid.remove(waldo)
        grid.remove(waldo)
        #expect(grid.neighbours(of: [0, 0], within: 10).isEmpty)
        #expect(grid.count == 1)
        #expect(grid.position(of: sue) == [500, 1])
        var same = SpatialGrid(cellSize: 100)
        same.place(sue, at: [500, 1])
        #expect(same == grid)
    }

    @Test func `places that are not finite are refused, and far ones are legal`() {
        var (table, grid) = (EntityTable(), SpatialGrid(cellSize: 100))
        let (waldo, sue) = (table.makeEntity(), table.makeEntity())
        #expect(grid.place(waldo, at: [.nan, 0]) == false)
        #expect(grid.place(waldo, at: [0, .infinity]) == false)
        #expect(grid.count == 0)
        #expect(grid.place(waldo, at: [1e300, -1e300]) == true)
        #expect(grid.place(sue, at: [-1e300, -1e300]) == true)
        #expect(grid.neighbours(of: [1e300, -1e300], within: 1).map(\.entity) == [waldo])
        #expect(grid.neighbours(of: [.nan, 0], within: 1).isEmpty)
        #expect(grid.neighbours(of: [0, 0], within: .nan).isEmpty)
    }

    @Test func `of equally near ones the lesser entity comes first`() {
        var (table, grid) = (EntityTable(), SpatialGrid(cellSize: 1))
        let entities = (0..<4).map { _ in table.makeEntity() }
        let corners: [SIMD2<Double>] = [[5, 5], [-5, 5], [5, -5], [-5, -5]]
        for (entity, corner) in zip(entities, corners).reversed() { grid.place(entity, at: corner) }
        #expect(grid.neighbours(of: [0, 0], within: 9).map(\.entity) == entities)
    }
}

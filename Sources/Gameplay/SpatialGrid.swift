/// Finds which entities are near a place, by square cells.
///
/// Counterpart of `GKQuadtree` and its kin. Where the cells are about as wide as the usual distance
/// asked for, 100 m for help, a search looks at nine of them. It takes any finite place, and memory
/// only for what is in it.
public struct SpatialGrid: Equatable, Sendable {
    private struct Cell: Hashable {
        let column: Int32
        let row: Int32
    }

    /// What lies in a cell; the place is kept here too, as a search reads nothing else.
    private struct Entry {
        let entity: Entity
        let position: SIMD2<Double>
    }

    /// What a search found.
    public struct Neighbour: Equatable, Sendable {
        public let entity: Entity
        /// How far it is from the place asked about.
        public let distance: Double
    }

    /// How wide and high a cell is.
    public let cellSize: Double
    private var cells: [Cell: [Entry]] = [:]
    private var positions: [Entity: SIMD2<Double>] = [:]

    /// Makes an empty grid; a cell size that is not positive and finite is our own bug.
    public init(cellSize: Double) {
        precondition(
            cellSize > 0 && cellSize.isFinite,
            "A grid with cells of the size \(cellSize) was asked for."
        )
        self.cellSize = cellSize
    }

    /// Whether both hold the same entities at the same places, in cells of the same size.
    public static func == (left: SpatialGrid, right: SpatialGrid) -> Bool {
        left.cellSize == right.cellSize && left.positions == right.positions
    }

    /// How many entities are in it.
    public var count: Int { self.positions.count }

    /// Where the entity was last put.
    public func position(of entity: Entity) -> SIMD2<Double>? { self.positions[entity] }

    /// Puts an entity there, whether it was in the grid or not.
    ///
    /// - Returns: whether the place is finite; if not, nothing has happened.
    @discardableResult
    public mutating func place(_ entity: Entity, at position: SIMD2<Double>) -> Bool {
        guard position.x.isFinite, position.y.isFinite else { return false }
        self.remove(entity)
        self.positions[entity] = position
        let entry = Entry(entity: entity, position: position)
        self.cells[self.cell(at: position), default: []].append(entry)
        return true
    }

    /// Takes an entity out; nothing happens when it is not in it.
    public mutating func remove(_ entity: Entity) {
        guard let position = self.positions.removeValue(forKey: entity) else { return }
        let cell = self.cell(at: position)
        guard var entries = self.cells.removeValue(forKey: cell) else { return }
        entries.removeAll { $0.entity == entity }
        if !entries.isEmpty { self.cells[cell] = entries }
    }

    /// The entities less than `radius` from a place, the nearest first.
    ///
    /// Of those that are equally near, the lesser entity comes first: the answer is the
    /// same on every machine. Exactly `radius` is too far, as the rule of help has it.
    public func neighbours(of place: SIMD2<Double>, within radius: Double) -> [Neighbour] {
        guard place.x.isFinite, place.y.isFinite, radius > 0 else { return [] }
        let low = self.cell(at: place - radius)
        let high = self.cell(at: place + radius)
        let columns = Int(high.column) - Int(low.column) + 1
        let rows = Int(high.row) - Int(low.row) + 1
        var found: [Neighbour] = []
        // A search as wide as the world looks at what is there rather than at empty cells.
        if columns.multipliedReportingOverflow(by: rows).overflow
            || columns * rows > self.cells.count
        {
            for entries in self.cells.values {
                Self.collect(entries, near: place, within: radius, into: &found)
            }
        } else {
            for row in low.row...high.row {
                for column in low.column...high.column {
                    let entries = self.cells[Cell(column: column, row: row)] ?? []
                    Self.collect(entries, near: place, within: radius, into: &found)
                }
            }
        }
        return found.sorted { ($0.distance, $0.entity) < ($1.distance, $1.entity) }
    }

    private static func collect(
        _ entries: [Entry],
        near place: SIMD2<Double>,
        within radius: Double,
        into found: inout [Neighbour]
    ) {
        for entry in entries {
            let distance = (entry.position - place).length
            guard distance < radius else { continue }
            found.append(Neighbour(entity: entry.entity, distance: distance))
        }
    }

    private func cell(at position: SIMD2<Double>) -> Cell {
        Cell(column: self.line(position.x), row: self.line(position.y))
    }

    /// Places beyond the last line share its cells: slower to search, and still right.
    private func line(_ coordinate: Double) -> Int32 {
        let line = (coordinate / self.cellSize).floored
        return Int32(min(max(line, Double(Int32.min)), Double(Int32.max)))
    }
}

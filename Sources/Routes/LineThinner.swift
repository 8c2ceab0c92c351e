import Geodesy

/// Keeps lines of points, however many come, in bounded memory.
///
/// It keeps all of them until there are more than `keptMaximum`. Then a spacing begins: of what
/// follows a kept point on its line, only the first that is at least so far away is kept, and the
/// line's last. The spacing starts at a metre and doubles whenever there are too many again, so no
/// point that was dropped is farther than twice the spacing from one that was kept. Lines are never
/// joined, and each keeps its two ends, even where these are more than `keptMaximum`.
struct LineThinner: Sendable {
    private(set) var lines: [[GPXPoint]] = []
    /// Metres; 0 while every point is kept.
    private(set) var spacing = 0.0
    private let keptMaximum: Int
    private var kept = 0
    /// The newest point of the last line, where it is too near to the one kept before it.
    private var latest: GPXPoint?

    init(keptMaximum: Int) {
        self.keptMaximum = keptMaximum
    }

    /// The points that follow belong to another line.
    mutating func beginLine() {
        self.endLine()
        self.lines.append([])
    }

    /// No more points come for the last line.
    mutating func endLine() {
        guard let latest = self.latest.take() else { return }
        self.lines[self.lines.count - 1].append(latest)
        self.kept += 1
    }

    /// Adds a point to the last line.
    mutating func append(_ point: GPXPoint) {
        let line = self.lines.count - 1
        if self.spacing > 0, let last = self.lines[line].last {
            guard last.coordinate.metres(to: point.coordinate) >= self.spacing else {
                self.latest = point
                return
            }
        }
        self.latest = nil
        self.lines[line].append(point)
        self.kept += 1
        while self.kept > self.keptMaximum, self.spacing < Self.spacingMaximum {
            self.coarsen()
        }
    }

    /// More than half around the earth: at this spacing a line has its two ends left, or a third
    /// point.
    private static let spacingMaximum = 33_554_432.0

    private mutating func coarsen() {
        self.spacing = max(1, self.spacing * 2)
        self.kept = 0
        for index in self.lines.indices {
            self.lines[index] = self.thinned(self.lines[index])
            self.kept += self.lines[index].count
        }
    }

    private func thinned(_ line: [GPXPoint]) -> [GPXPoint] {
        guard var last = line.first, line.count > 2 else { return line }
        var thinned = [last]
        for point in line.dropFirst().dropLast()
        where last.coordinate.metres(to: point.coordinate) >= self.spacing {
            thinned.append(point)
            last = point
        }
        return thinned + line.suffix(1)
    }
}

import Geodesy

/// Puts a file's items together, as many as `GPXLimits` lets it keep.
public struct GPXCollector: Sendable {
    /// Where in the thinner's lines the points of a route or track are.
    private struct Span {
        let label: GPXLabel
        let firstLine: Int
    }

    private let limits: GPXLimits
    private var label = GPXLabel()
    private var waypoints: [GPXPoint] = []
    private var routes: [Span] = []
    private var tracks: [(span: Span, segments: Int)] = []
    private var lines: LineThinner
    private var counted = GPXTally()
    private var previous: GPXPoint?
    /// The earliest and the latest time of the segment that is being read.
    private var period: ClosedRange<GPXTime>?

    public init(limits: GPXLimits = GPXLimits()) {
        self.limits = limits
        self.lines = LineThinner(keptMaximum: limits.pointsKeptMaximum)
    }

    /// Takes an item that was read on that line of the file.
    public mutating func take(_ item: GPXItem, line: Int) throws(GPXError) {
        switch item {
        case .documentBegan(let label):
            self.label = label
        case .waypoint(let point):
            try self.check(self.waypoints.count, "waypoints", self.limits.waypointsMaximum, line)
            self.waypoints.append(point)
            self.counted.waypoints += 1
        case .routeBegan(let label):
            try self.checkLines(line)
            self.beginLine()
            self.routes.append(Span(label: label, firstLine: self.lines.lines.count - 1))
            self.counted.routes += 1
        case .trackBegan(let label):
            try self.checkLines(line)
            self.tracks.append((Span(label: label, firstLine: self.lines.lines.count), 0))
            self.counted.tracks += 1
        case .segmentBegan:
            let accepted = self.limits.segmentsMaximum
            try self.check(self.counted.segments, "segments", accepted, line)
            self.beginLine()
            self.tracks[self.tracks.count - 1].segments += 1
            self.counted.segments += 1
        case .routePoint(let point):
            try self.checkPoints(line)
            self.counted.routePoints += 1
            self.counted.routeMetres += self.leg(to: point)
            self.lines.append(point)
        case .trackPoint(let point):
            try self.checkPoints(line)
            self.counted.trackPoints += 1
            self.counted.trackMetres += self.leg(to: point)
            self.note(point.time)
            self.lines.append(point)
        }
    }

    /// What was read, once all of it was taken.
    public consuming func finish() -> (document: GPXDocument, tally: GPXTally) {
        self.beginLine()
        let lines = self.lines.lines
        let document = GPXDocument(
            self.label,
            waypoints: self.waypoints,
            routes: self.routes.map { GPXRoute($0.label, points: lines[$0.firstLine]) },
            tracks: self.tracks.map { track in
                let first = track.span.firstLine
                return GPXTrack(
                    track.span.label,
                    segments: Array(lines[first..<(first + track.segments)])
                )
            }
        )
        self.counted.spacing = self.lines.spacing
        return (document, self.counted)
    }

    private mutating func beginLine() {
        self.lines.beginLine()
        self.previous = nil
        if let period = self.period.take() {
            self.counted.trackSeconds += period.upperBound.seconds(since: period.lowerBound)
        }
    }

    /// Metres from the point before it on its line.
    private mutating func leg(to point: GPXPoint) -> Double {
        defer { self.previous = point }
        return self.previous?.coordinate.metres(to: point.coordinate) ?? 0
    }

    private mutating func note(_ time: GPXTime?) {
        guard let time else {
            self.counted.trackPointsWithoutTime += 1
            return
        }
        guard let period else {
            self.period = time...time
            return
        }
        if time < period.upperBound { self.counted.timesBackwards += 1 }
        self.period = min(period.lowerBound, time)...max(period.upperBound, time)
    }

    // MARK: Bounds

    private func checkPoints(_ line: Int) throws(GPXError) {
        let read = self.counted.trackPoints + self.counted.routePoints
        try self.check(read, "points", self.limits.pointsReadMaximum, line)
    }

    private func checkLines(_ line: Int) throws(GPXError) {
        let lines = self.counted.tracks + self.counted.routes
        try self.check(lines, "tracks and routes", self.limits.linesMaximum, line)
    }

    private func check(
        _ count: Int,
        _ what: String,
        _ accepted: Int,
        _ line: Int
    ) throws(GPXError) {
        guard count < accepted else {
            throw GPXError(line: line, .tooMany(what: what, accepted: accepted))
        }
    }
}

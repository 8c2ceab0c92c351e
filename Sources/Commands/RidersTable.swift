import Control

/// What `paceline ride riders` shows.
enum RidersTable {
    /// 24: a table with long names still fits a terminal.
    private static let nameColumnsMaximum = 24

    /// The table, or a sentence where nobody rides.
    static func lines(of riders: JSONValue, inColour: Bool) -> [String] {
        let views = RiderView.all(in: riders)
        guard !views.isEmpty else {
            return [
                "Nobody rides yet: `paceline ride here LAT,LON` puts you on the map, "
                    + "`paceline ride simulants 3` brings company."
            ]
        }
        let more = riders["more"]?.integer ?? 0
        return self.table(of: views).lines(inColour: inColour)
            + (more > 0 ? ["And \(more) more."] : [])
    }

    private static func table(of riders: [RiderView]) -> TextTable {
        let notes = riders.map(self.notes)
        let hasNotes = notes.contains { !$0.isEmpty }
        return TextTable(
            heads: ["NAME", "KIND", "MACHINE", "STATE", "SPEED", "GAP", "FIX"]
                + (hasNotes ? ["NOTE"] : []),
            rows: zip(riders, notes).map { self.row(of: $0, notes: $1) }
        )
    }

    private static func row(of rider: RiderView, notes: String) -> [TextTable.Cell] {
        let speed = FixedPoint.text(of: rider.speed * 3.6, decimals: 1)
        let cells: [(text: String, style: TextStyle?)] = [
            (self.cut(rider.label), rider.isYou ? .bold : nil),
            (rider.isPerson ? "person" : "simulant", nil),
            (self.cut(rider.owner), nil),
            (rider.stateTitle, rider.style),
            ("\(speed) km/h", nil),
            (rider.gap.map(self.text) ?? "", nil),
            (Timestamp.age(seconds: Int64(min(max(0, rider.fixAge), 1e9))), nil),
            (notes, nil),
        ]
        return cells.map { .init($0.text, rider.isLive ? $0.style : .faint) }
    }

    /// What is out of the ordinary, in words, as not every terminal has colours.
    private static func notes(of rider: RiderView) -> String {
        var notes: [String] = []
        if !rider.isLive { notes.append("stale") }
        if rider.isHidden { notes.append("hidden") }
        if rider.uncertainty > 0 {
            notes.append("within \(Length.text(metres: rider.uncertainty))")
        }
        return notes.joined(separator: ", ")
    }

    /// A distance and a time, as `+1.2 km  +3:05`; plus is ahead.
    private static func text(of gap: RiderView.Gap) -> String {
        let distance = Length.text(metres: gap.metres)
        let length = gap.metres > 0 ? "+\(distance)" : distance
        guard let seconds = gap.seconds else { return length }
        return "\(length)  \(self.time(seconds))"
    }

    private static func time(_ seconds: Double) -> String {
        guard seconds.isFinite else { return "" }
        let whole = Int(min(seconds.magnitude, 1e9).rounded())
        let sign = whole == 0 ? "" : seconds < 0 ? "-" : "+"
        let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0
            ? "\(sign)\(hours):\(two(minutes)):\(two(whole % 60))"
            : "\(sign)\(minutes):\(two(whole % 60))"
    }

    private static func cut(_ name: String) -> String {
        DisplayWidth.cut(name, toColumns: self.nameColumnsMaximum)
    }
}

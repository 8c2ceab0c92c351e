public import Control

/// One rider of the daemon's `ride.riders`, as the companion uses it.
public struct RiderView: Equatable, Sendable {
    /// How far ahead of this machine's person a rider is along the route; negative is behind.
    struct Gap: Equatable, Sendable {
        let metres: Double
        /// Unknown while the one behind does not move.
        let seconds: Double?
    }

    let id: String
    /// Safe for a terminal.
    let name: String
    let isPerson: Bool
    /// The name of its machine; safe for a terminal.
    let owner: String
    /// In the daemon's word, which may be newer than ``RiderState``.
    let stateWord: String
    /// Absent when the daemon says no place that there is.
    let place: Coordinate?
    /// Metres a second.
    let speed: Double
    /// Seconds since it was there.
    let fixAge: Double
    /// Whether it still reports; otherwise it is shown greyed.
    let isLive: Bool
    /// Whether it is of this machine.
    let isOwn: Bool
    /// Metres that it may be off, because its owner wants so; 0 is exact.
    let uncertainty: Double
    /// Whether others are not told of it.
    let isHidden: Bool
    let gap: Gap?

    var state: RiderState? { RiderState(rawValue: self.stateWord) }
    var stateTitle: String { Printable.text(RiderState.title(of: self.stateWord)) }
    /// This machine's person.
    var isYou: Bool { self.isOwn && self.isPerson }
    /// What it is called here.
    var label: String { self.isYou ? "You" : self.name }
    var style: TextStyle? { self.isLive ? self.state?.style : .faint }

    public init(_ rider: JSONValue) {
        self.id = rider["id"]?.text ?? ""
        self.name = Printable.text(rider["name"]?.text ?? ShortID.text(self.id))
        self.isPerson = rider["kind"]?.text == "person"
        self.owner = Printable.text(rider["owner"]?["name"]?.text ?? "")
        self.stateWord = rider["state"]?.text ?? ""
        self.place = Coordinate(
            latitude: rider["latitude"]?.number ?? .nan,
            longitude: rider["longitude"]?.number ?? .nan
        )
        self.speed = rider["speed"]?.number ?? 0
        self.fixAge = rider["fixAge"]?.number ?? 0
        self.isLive = rider["live"]?.flag ?? true
        self.isOwn = rider["own"]?.flag ?? false
        self.uncertainty = rider["uncertainty"]?.number ?? 0
        self.isHidden = rider["hidden"]?.flag ?? false
        self.gap = rider["gap"].flatMap { gap in
            gap["metres"]?.number.map { Gap(metres: $0, seconds: gap["seconds"]?.number) }
        }
    }

    /// The riders of an answer.
    public static func all(in riders: JSONValue) -> [RiderView] {
        (riders["riders"]?.items ?? []).map { RiderView($0) }
    }
}

public import Control

/// What a map shows, and what its keys do to that.
///
/// Pure.
public struct MapStateMachine: Equatable, Sendable {
    /// What is to be done after a key.
    public enum Step: Equatable, Sendable {
        case draw
        /// Ask for the route again, and draw everything anew.
        case reload
        case suspend
        case leave
        case nothing
    }

    private enum Mode: Equatable, Sendable {
        /// Everybody stays in view.
        case fitting
        /// The view stays where somebody moved it.
        case free
        /// The view goes with the rider of that id.
        case following(String)
    }

    /// 1,000 by 500 characters: no screen is larger, and a terminal may claim to be.
    private static let columnsMaximum = 1_000
    private static let rowsMaximum = 500
    private static let zoomFactor = 1.5
    /// An eighth of the view is a step that the eye can follow.
    private static let panShare = 0.125
    /// What is shown before anybody is known: a street.
    private static let scaleFirst = 5.0

    private var view: MapView
    private var riders: [RiderView] = []
    /// How many riders the daemon left out.
    private var more: Int64 = 0
    private var route: RouteShape?
    private var mode = Mode.fitting
    private var isHelping = false
    /// Whether there has been something to fit.
    private var hasFitted = false
    private var notice: String?
    private let isInteractive: Bool

    /// A page of so many characters, the last row included, with keys or as one picture.
    public init(columns: Int, rows: Int, isInteractive: Bool) {
        self.isInteractive = isInteractive
        self.view = MapView(
            centre: Coordinate(nearest: 0, 0),
            scale: Self.scaleFirst,
            width: 0,
            height: 0
        )
        self.resized(columns: columns, rows: rows)
    }

    // MARK: What happens

    /// The page has another size from now on.
    public mutating func resized(columns: Int, rows: Int) {
        let columns = min(max(1, columns), Self.columnsMaximum)
        let rows = min(max(2, rows), Self.rowsMaximum)
        self.view.width = columns * BrailleCanvas.dotsAcross
        self.view.height = (rows - 1) * BrailleCanvas.dotsDown
        if self.mode == .fitting { self.fit() }
    }

    /// The riders are where an answer says.
    public mutating func learned(riders answer: JSONValue) {
        self.riders = RiderView.all(in: answer)
        self.more = min(max(0, answer["more"]?.integer ?? 0), 1_000_000)
        switch self.mode {
        case .fitting:
            let places = self.riders.compactMap(\.place)
            let areAllShown = places.allSatisfy { self.view.shows(self.view.point(of: $0)) }
            if !self.hasFitted || !areAllShown { self.fit() }
        case .free: break
        case .following(let id):
            if let place = self.riders.first(where: { $0.id == id })?.place {
                self.view.center(on: place)
            } else {
                self.mode = .free
            }
        }
    }

    /// The route is that of an answer, or there is none.
    public mutating func learned(route answer: JSONValue?) {
        self.route = answer.map { RouteShape($0) }
        if self.mode == .fitting { self.fit() }
    }

    /// Says something in the last row until a key is pressed, or nothing any more.
    public mutating func say(_ notice: String?) {
        self.notice = notice
    }

    /// Somebody pressed a key.
    public mutating func pressed(_ key: Key) -> Step {
        guard let key = MapKey(key) else { return .nothing }
        self.notice = nil
        switch key {
        case .zoomIn: self.zoom(by: Self.zoomFactor)
        case .zoomOut: self.zoom(by: 1 / Self.zoomFactor)
        case .left: self.pan(right: -1, down: 0)
        case .right: self.pan(right: 1, down: 0)
        case .up: self.pan(right: 0, down: -1)
        case .down: self.pan(right: 0, down: 1)
        case .fit:
            self.mode = .fitting
            self.fit()
        case .me: self.followMe()
        case .next: self.followNext()
        case .help: self.isHelping.toggle()
        case .reload: return .reload
        case .suspend: return .suspend
        case .leave: return .leave
        }
        return .draw
    }

    // MARK: Moving

    private mutating func zoom(by factor: Double) {
        if self.mode == .fitting { self.mode = .free }
        self.view.zoom(by: factor)
    }

    private mutating func pan(right: Double, down: Double) {
        self.mode = .free
        self.view.pan(
            right: right * Double(self.view.width) * Self.panShare,
            down: down * Double(self.view.height) * Self.panShare
        )
    }

    private mutating func fit() {
        let places = self.riders.compactMap(\.place) + (self.route?.parts.flatMap(\.self) ?? [])
        self.hasFitted = !places.isEmpty
        self.view.fit(places)
    }

    private mutating func followMe() {
        guard let you = self.riders.first(where: { $0.isYou && $0.place != nil }) else {
            self.notice = "You are off the map."
            return
        }
        self.follow(you)
    }

    private mutating func followNext() {
        let placed = self.riders.filter { $0.place != nil }
        guard let first = placed.first else {
            self.notice = "Nobody rides whom you could follow."
            return
        }
        guard case .following(let id) = self.mode,
            let index = placed.firstIndex(where: { $0.id == id })
        else { return self.follow(first) }
        self.follow(placed[(index + 1) % placed.count])
    }

    private mutating func follow(_ rider: RiderView) {
        guard let place = rider.place else { return }
        self.mode = .following(rider.id)
        self.view.center(on: place)
    }

    // MARK: What is shown

    /// The page as lines, padded to its width if it is to cover a screen.
    public func lines(inColour: Bool) -> [String] {
        let picture = MapPicture(
            view: self.view,
            riders: self.riders,
            route: self.route,
            status: self.notice ?? self.status
        )
        var sheet = picture.sheet()
        if self.isHelping {
            self.put(MapKey.helpLines, on: &sheet)
        } else if self.riders.isEmpty {
            self.put(["Nobody rides yet: `paceline ride here LAT,LON`."], on: &sheet)
        }
        return sheet.lines(inColour: inColour, isPadded: self.isInteractive)
    }

    private var status: String {
        let count = Int64(self.riders.count) + self.more
        let stale = self.riders.count { !$0.isLive }
        var pieces = [count == 1 ? "1 rider" : "\(count) riders"]
        if stale > 0 { pieces[0] += ", \(stale) stale" }
        pieces.append("\(Length.text(metres: self.view.scale * Double(self.view.width))) across")
        if case .following(let id) = self.mode,
            let rider = self.riders.first(where: { $0.id == id })
        {
            pieces.append("following \(rider.isYou ? "you" : rider.name)")
        }
        if self.isInteractive {
            pieces.append("? help  q quit  +- zoom  f fit  c me  n next")
        }
        return pieces.joined(separator: "  ")
    }

    /// Puts lines in the middle of the page, in a box of blanks.
    private func put(_ lines: [String], on sheet: inout MapSheet) {
        let width = lines.map { DisplayWidth.columns(of: $0) }.max() ?? 0
        let column = max(0, (sheet.columns - width) / 2)
        let row = max(0, (sheet.rows - 1 - lines.count) / 2)
        let box = [""] + lines + [""]
        for (index, line) in box.enumerated() where row + index - 1 < sheet.rows - 1 {
            let gap = width - DisplayWidth.columns(of: line)
            let padded = " \(line)\(String(repeating: " ", count: gap)) "
            sheet.put(padded, column: column - 1, row: row + index - 1)
        }
    }
}

/// What a key means at the map.
enum MapKey: Equatable, Sendable {
    case zoomIn
    case zoomOut
    case left
    case right
    case up
    case down
    case fit
    case me
    case next
    case reload
    case help
    case suspend
    case leave

    private static let letters: [Unicode.Scalar: MapKey] = [
        "+": .zoomIn, "=": .zoomIn, "-": .zoomOut, "_": .zoomOut, "h": .left, "j": .down,
        "k": .up, "l": .right, "0": .fit, "f": .fit, "c": .me, "n": .next, "r": .reload,
        "?": .help, "q": .leave, "Q": .leave,
    ]

    /// What can be pressed, a line each.
    static let helpLines = [
        "+ -           zoom",
        "arrows, hjkl  pan",
        "f, 0          fit all",
        "c             centre on you",
        "n             follow the next rider",
        "r             look for another route",
        "q, Ctrl-C     quit",
        "?             close this",
        "",
        "◆ you  ● person  ○ simulant  × stale",
    ]

    /// `nil` for a key that means nothing here.
    init?(_ key: Key) {
        switch key {
        case .scalar(let scalar):
            guard let meant = Self.letters[scalar] else { return nil }
            self = meant
        case .left: self = .left
        case .right: self = .right
        case .up: self = .up
        case .down: self = .down
        case .redraw: self = .reload
        case .suspend: self = .suspend
        case .interrupt, .endOfInput: self = .leave
        case .enter, .backspace, .delete, .wordLeft, .wordRight, .home, .end, .eraseLine,
            .eraseRest, .eraseWord:
            return nil
        }
    }
}

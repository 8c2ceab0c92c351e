/// What somebody pressed, as far as a line of text is concerned.
public enum Key: Equatable, Sendable {
    case scalar(Unicode.Scalar)
    case enter
    case backspace
    case delete
    case left
    case right
    case wordLeft
    case wordRight
    case home
    case end
    case up
    case down
    /// Ctrl-U: everything before the cursor.
    case eraseLine
    /// Ctrl-K: everything behind it.
    case eraseRest
    /// Ctrl-W: the word before it.
    case eraseWord
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D.
    case endOfInput
    /// Ctrl-L.
    case redraw
    /// Ctrl-Z.
    case suspend
}

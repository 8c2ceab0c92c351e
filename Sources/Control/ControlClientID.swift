/// One connected client of the control socket; never given to another while the daemon runs.
public struct ControlClientID: Hashable, Sendable, CustomStringConvertible {
    let number: UInt64

    public var description: String { "\(self.number)" }
}

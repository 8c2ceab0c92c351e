/// Why a daemon could not start, and the status that its process ends with.
public struct DaemonFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// One sentence for the person who started it.
    public let sentence: String
    /// 1: the system or the state says no; 64: it was told something that can't be; 70: our fault.
    public let exitStatus: Int32

    public init(sentence: String, exitStatus: Int32) {
        self.sentence = sentence
        self.exitStatus = exitStatus
    }

    public var description: String { self.sentence }
}

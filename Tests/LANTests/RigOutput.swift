/// What a process that has ended has left.
struct RigOutput: Sendable, Equatable {
    /// The exit status, or the number of the signal that ended it.
    let status: Int32
    let output: String
    let errors: String
}

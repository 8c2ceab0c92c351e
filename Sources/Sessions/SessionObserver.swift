public import Activities
public import Determinism
public import SessionEngine

/// Who hears of what a session wants known and kept.
///
/// Called on the loop.
public protocol SessionObserver: AnyObject, Sendable {
    /// Something happened that people may want to see.
    func told(_ notice: SessionNotice, by engine: Engine, at now: Moment)
    /// A command has its answer; said once for each.
    func answered(_ token: CommandToken, _ reply: SessionReply)
    /// Something is to be kept for the next start.
    func keep(_ memory: SessionMemory)
    /// A step of the session, for who looks for a fault; said only when asked for.
    func traced(_ line: String)
    /// All goodbyes are said.
    func sessionStopped()
}

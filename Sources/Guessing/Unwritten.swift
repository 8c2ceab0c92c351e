public import Activities
public import Determinism
public import Peers
public struct GuessNotice: Equatable, Sendable { public var sentence: String { "" } }
public enum Answer: Equatable, Sendable { case correct, greater, lower }
public enum GuessCommand: Equatable, Sendable { case guess(text: String) }
public enum GuessReply: Equatable, Sendable { case done(String, warning: String?), refused(String) }
public enum GuessInput: Equatable, Sendable {
    case linkBegan(PeerID), joined(PeerID, DisplayName), left(PeerID, LeaveCause), renamed(PeerID, DisplayName)
    case message(from: PeerID, body: [UInt8]), snapshot(from: PeerID, body: [UInt8]), command(GuessCommand, CommandToken), quitting, timerFired
}
public enum GuessEffect: Equatable, Sendable {
    case send(body: [UInt8], to: PeerID), broadcast(body: [UInt8]), sendSnapshot(body: [UInt8], version: UInt64, to: PeerID)
    case reply(CommandToken, GuessReply), tell(GuessNotice), violation(PeerID, String)
}
public struct GuessingGame: Equatable, Sendable {
    public init(me: PeerID, name: DisplayName) {}
    public var nextDeadline: Moment? { nil }
    public var renameRefusal: String? { nil }
    public mutating func handle(_ input: GuessInput, at now: Moment, wall: WallTime) -> [GuessEffect] { [] }
}

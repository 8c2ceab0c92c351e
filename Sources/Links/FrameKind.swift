public import Wire

/// What a frame's body is.
///
/// The raw value is its number on the wire.
///
/// Kinds from 128 on may be ignored by who does not know them; below, unknown is a goodbye.
public enum FrameKind: UInt8, CaseIterable, Sendable {
    case prove = 1
    case hello = 2
    case elect = 3
    case ping = 4
    case pong = 5
    case goodbye = 6
    case ack = 7
    case credit = 8
    case members = 9
    case profile = 10
    case activity = 11
    case chunk = 12
    case state = 13
    case removal = 14

    /// The first kind that a receiver may ignore.
    public static let firstIgnorable: UInt8 = 128

    /// The one lane that frames of this kind travel on.
    public var lane: Lane {
        switch self {
        case .prove, .hello, .elect, .ping, .pong, .goodbye, .ack, .credit: .control
        case .members, .profile, .activity, .removal: .reliable
        case .chunk: .bulk
        case .state: .state
        }
    }

    /// Whether it may travel before the link is elected.
    public var travelsBeforeElection: Bool {
        switch self {
        case .prove, .hello, .elect, .ping, .pong, .goodbye: true
        case .ack, .credit, .members, .profile, .activity, .chunk, .state, .removal: false
        }
    }
}

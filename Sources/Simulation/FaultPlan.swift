/// How much trouble a run asks for: per-mille rates.
///
/// Faults of an occasion (an advert heard, a look-up, a dial, a restart) strike that many of a
/// thousand occasions. Faults that strike by themselves do so in that many of a thousand seconds,
/// anywhere on the LAN, and end by themselves after a random while.
public struct FaultPlan: Equatable, Sendable {
    public var lateAdvert = 0
    public var lostAdvert = 0
    public var doubledAdvert = 0
    public var undeadAdvert = 0
    public var renamedAdvert = 0
    public var lateLookUp = 0
    public var staleLookUp = 0
    public var failedLookUp = 0
    public var endlessLookUp = 0
    public var slowDial = 0
    public var blackholedDial = 0
    public var brokenHandshake = 0
    public var slowLink = 0
    public var reset = 0
    public var silentLink = 0
    public var silentDirection = 0
    public var partition = 0
    public var oneWay = 0
    public var frozen = 0
    public var stall = 0
    public var killed = 0
    public var powerCut = 0
    public var stopped = 0
    public var movedPort = 0
    public var movedAddress = 0

    /// No trouble at all.
    public init() {}

    /// Something of every kind.
    public static var everything: FaultPlan {
        var plan = FaultPlan()
        for fault in Fault.allCases { plan[fault] = fault.strikesByItself ? 12 : 60 }
        plan[.reset] = 30
        plan[.movedPort] = 300
        plan[.lostAdvert] = 20
        return plan
    }

    /// The rate of a kind.
    public subscript(fault: Fault) -> Int {
        get { self[keyPath: Self.path(to: fault)] }
        set { self[keyPath: Self.path(to: fault)] = newValue }
    }

    private static func path(to fault: Fault) -> WritableKeyPath<FaultPlan, Int> {
        switch fault {
        case .lateAdvert: \.lateAdvert
        case .lostAdvert: \.lostAdvert
        case .doubledAdvert: \.doubledAdvert
        case .undeadAdvert: \.undeadAdvert
        case .renamedAdvert: \.renamedAdvert
        case .lateLookUp: \.lateLookUp
        case .staleLookUp: \.staleLookUp
        case .failedLookUp: \.failedLookUp
        case .endlessLookUp: \.endlessLookUp
        case .slowDial: \.slowDial
        case .blackholedDial: \.blackholedDial
        case .brokenHandshake: \.brokenHandshake
        case .slowLink: \.slowLink
        case .reset: \.reset
        case .silentLink: \.silentLink
        case .silentDirection: \.silentDirection
        case .partition: \.partition
        case .oneWay: \.oneWay
        case .frozen: \.frozen
        case .stall: \.stall
        case .killed: \.killed
        case .powerCut: \.powerCut
        case .stopped: \.stopped
        case .movedPort: \.movedPort
        case .movedAddress: \.movedAddress
        }
    }
}

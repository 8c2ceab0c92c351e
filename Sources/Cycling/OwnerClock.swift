import Determinism

/// How far an owner's clock is ahead of this daemon's, told from the versions of its reports alone.
///
/// The rule of Quake 3 (`CL_AdjustTimeDelta`): what differs by more than half a second replaces
/// what is known, what differs by more than a tenth moves it half the way, and all else lets it
/// drift: by 1 ms up, by 2 ms down. So it settles where a third of the reports come later than it
/// says, and there is seldom something to guess. No clock on the wall has a part in it.
struct OwnerClock: Equatable, Sendable {
    /// Milliseconds to be added to this daemon's; `nil` before the first report.
    private(set) var offset: Double?
    private var newest: UInt64 = 0
    /// The last report that was too far ahead to be believed.
    private var ahead: Ahead?

    private struct Ahead: Equatable {
        let version: UInt64
        let offset: Double
    }

    /// Takes the version of a report that came at `now`, in this daemon's milliseconds.
    ///
    /// Whether it may be believed: one that is more than `RideLimits.aheadMaximum` ahead is not,
    /// unless it is the second in a row to say so. That happens when this daemon was suspended; and
    /// a single report out of the future can't bar the way to all that follow it.
    mutating func hears(version: UInt64, at now: Double) -> Bool {
        let heard = Double(version) - now
        guard let offset = self.offset else {
            (self.offset, self.newest) = (heard, version)
            return true
        }
        if heard - offset > RideLimits.aheadMaximum.milliseconds {
            let isSecond = self.ahead.map {
                version > $0.version && abs(heard - $0.offset) <= Self.resetsAbove
            }
            guard isSecond == true else {
                self.ahead = Ahead(version: version, offset: heard)
                return false
            }
        }
        self.ahead = nil
        // The riders of one tick have one time, which must count once.
        guard version > self.newest else { return true }
        self.newest = version
        self.offset = Self.moved(offset, towards: heard)
        return true
    }

    private static func moved(_ offset: Double, towards heard: Double) -> Double {
        let difference = heard - offset
        if abs(difference) > Self.resetsAbove { return heard }
        if abs(difference) > Self.halvesAbove { return offset + difference / 2 }
        return offset + min(max(-2, difference), 1)
    }

    /// Milliseconds.
    private static let resetsAbove = 500.0
    private static let halvesAbove = 100.0
}

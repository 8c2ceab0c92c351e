import Determinism

/// The bounds of one daemon's riders, each with the reason for its number.
public enum OwnRiderLimits {
    /// The most simulants: as many as the state lane has keys for, less the person and some room.
    public static let simulantsMaximum = 1_000

    /// The most of others' riders that are looked at in a second: so many with a flat tyre, and as
    /// many that help.
    ///
    /// 256: four of each of 64 members. All against all are 40 ms of geodesics, which a peer could
    /// ask for every second.
    static let othersMaximum = 256

    /// The most riders whose last call for help is remembered.
    static let callsMaximum = 1_024

    /// How many seconds are made up for after a stall; the rest of a longer one is left out, so
    /// that a machine that wakes up does not spend its first minute on the night.
    static let secondsMaximum = 60
}

/// The bounds of the secret-number game, each with the reason for its number.
public enum GuessLimits {
    /// The most events in one game's log; the design's bound on memory and on a snapshot (1 MiB).
    public static let logEventsMaximum = 4_096

    /// The log length from which on no guess is numbered: a correct answer and `over` still fit.
    static let guessSeats = GuessLimits.logEventsMaximum - 2

    /// How long a command waits for the host's numbering before it is told "not confirmed yet".
    ///
    /// 5 s: a link that is merely redialled is back by then.
    public static let confirmationTimeout: Duration = .seconds(5)

    /// How long the oldest guess may wait until its game no longer blocks a new one.
    public static let answerTimeout: Duration = .seconds(300)

    /// How long after a host has joined others may still speak of the game of its former run.
    ///
    /// They lose that run 8 s after they last heard it; 2 s are for what is under way.
    public static let formerRunTimeout: Duration = .seconds(10)

    /// The highest ordinal that is read at all; 2^53 is what JSON numbers carry exactly.
    public static let ordinalMaximum: UInt64 = 1 << 53

    /// How far above the highest known ordinal another may be to be believed.
    ///
    /// 2^24: a game a second for half a year. Without it one message could use all ordinals up.
    public static let ordinalStepMaximum: UInt64 = 1 << 24

    /// The highest number that a game's range may reach: nine digits.
    public static let numberMaximum: UInt32 = 999_999_999

    /// The latest wall time that is read: the last millisecond of the year 9999.
    static let wallMaximum: UInt64 = 253_402_300_799_999

    /// The most members whose names and claims are kept; four times the session's own bound.
    static let membersMaximum = 256

    /// The most players on the scoreboard; as many as the daemon remembers peers.
    public static let playersMaximum = 256
}

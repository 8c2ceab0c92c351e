import Activities
import Determinism

/// This daemon's own guess, from the command until its answer.
struct OutgoingGuess: Equatable, Sendable {
    /// A command that waits for what the host does.
    struct Asker: Equatable, Sendable {
        let token: CommandToken
        /// When it is told that nothing is confirmed yet.
        let deadline: Moment
    }

    let game: GameID
    let token: UInt64
    let number: UInt32
    /// Whether it has come back in the log.
    var isNumbered: Bool
    /// Who waits for it to be numbered.
    var guessAsker: Asker?
    /// Whether somebody here wants it back.
    var isWithdrawn = false
    /// Who waits for it to be withdrawn.
    var withdrawAsker: Asker?

    /// When the next of those who wait is told something.
    var nextDeadline: Moment? {
        Moment.earliest(self.guessAsker?.deadline, self.withdrawAsker?.deadline)
    }
}

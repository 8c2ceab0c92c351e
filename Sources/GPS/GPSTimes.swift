/// How long gpsd is waited for.
struct GPSTimes: Equatable, Sendable {
    /// 5 s for one of its addresses: gpsd is on this machine, or at most on this network.
    var connect: Duration = .seconds(5)
    /// 10 s: gpsd greets as soon as it has taken the connection.
    var greeting: Duration = .seconds(10)
    /// 15 s of silence until it is asked something, and as long for an answer.
    ///
    /// A gpsd whose receiver is silent is silent, too; one that doesn't answer is gone, or stopped.
    var silence: Duration = .seconds(15)
    /// Until the next try, after the first, the second, … failure in a row.
    var rests: [Duration] = [1, 2, 4, 8, 15].map { .seconds($0) }
}

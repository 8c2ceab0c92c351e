/// What came of checking a reveal against everything that its game's log says.
struct GameCheck: Equatable, Sendable {
    /// What does not fit, in the order of the log; none when the host was honest.
    let failures: [CheckFailure]
    /// The event numbers of the untrue answers.
    private let falseAnswers: Set<UInt64>

    /// Checks the commitment, the range and each answer.
    init(of log: GameLog, reveal: Reveal) {
        var failures: [CheckFailure] = []
        var falseAnswers: Set<UInt64> = []
        let promised = Commitment(
            to: reveal,
            in: log.range,
            game: log.key.id,
            host: log.key.host
        )
        if promised != log.commitment { failures.append(.commitment) }
        if !log.range.contains(reveal.secret) {
            failures.append(.outOfRange(secret: reveal.secret, log.range))
        }
        for event in log.events {
            guard case .answer(let guess, let answer) = event.content,
                let number = log.guess(at: guess)?.number
            else { continue }
            let truth = Answer(to: number, secret: reveal.secret)
            guard answer != truth else { continue }
            falseAnswers.insert(event.number)
            failures.append(
                .answer(event: event.number, guess: number, answer: answer, truth: truth)
            )
        }
        self.failures = failures
        self.falseAnswers = falseAnswers
    }

    /// Whether everything fits.
    var isPassed: Bool { self.failures.isEmpty }

    /// Whether the answer with this event number was true.
    func isTrue(answer event: UInt64) -> Bool { !self.falseAnswers.contains(event) }
}

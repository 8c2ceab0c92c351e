import Activities
import Determinism
import Guessing
import Peers
public import SessionEngine

// People: they play, take part, give up, ride, and call themselves something else.
extension SimulatedLAN {
    mutating func personActs(at index: Int) {
        guard !self.isQuiet else { return }
        self.queue.add(.person(index), at: self.after(self.between(.seconds(1), .seconds(15))))
        guard self.daemons[index].isRunning else { return }
        let rides = self.configuration.ridesPerMille
        if rides > 0, self.generator.happens(perMille: rides) { return self.riderActs(at: index) }
        let number = self.generator.within(1...100)
        switch self.generator.within(0...9) {
        case 0: self.command(self.newGame(secret: number), at: index)
        case 1...4: self.command(.guess(.guess(text: "\(number)")), at: index)
        case 5...6: self.command(.guess(.answer(self.anyAnswer(), to: nil)), at: index)
        case 7:
            guard self.generator.happens(perMille: 200) else { return }
            self.command(.guess(.cancel), at: index)
        case 8:
            let name = "peer \(index) \(self.generator.within(0...99))"
            let isForced = self.generator.happens(perMille: 300)
            self.command(.rename(name, isForced: isForced), at: index)
        default:  // tidy-ok: the rest of the dice.
            self.command(.setVisible(true), at: index)
        }
    }

    /// A new game with a secret, the id and the salt from the seed.
    public mutating func newGame(secret: Int, auto: Bool = false) -> SessionCommand {
        .guess(
            .newGame(
                secret: "\(secret)",
                auto: auto || self.generator.happens(perMille: 500),
                low: 1,
                high: 100,
                gameID: self.generator.bytes(16),
                salt: self.generator.bytes(32)
            )
        )
    }

    private mutating func anyAnswer() -> Answer {
        [.correct, .greater, .lower][self.generator.within(0...2)]
    }
}

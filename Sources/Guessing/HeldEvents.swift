/// Events of one game that came before the ones that they follow, until a snapshot fills the gap.
struct HeldEvents: Equatable, Sendable {
    private var game: GameKey?
    /// By number; a log's bound, as numbers above it are not read.
    private var events: [UInt64: GuessEvent] = [:]

    /// Keeps an event: of two games the better one's, of two with one number the first.
    mutating func hold(_ event: GuessEvent) {
        if let game = self.game, game != event.game {
            guard event.game.beats(game) else { return }
            self.events = [:]
        }
        self.game = event.game
        guard self.events[event.number] == nil,
            self.events.count < GuessLimits.logEventsMaximum
        else { return }
        self.events[event.number] = event
    }

    /// Takes the event with this number out.
    mutating func take(_ number: UInt64, of game: GameKey) -> GuessEvent? {
        guard self.game == game else { return nil }
        return self.events.removeValue(forKey: number)
    }

    /// Forgets what belongs to the game.
    mutating func forget(_ game: GameKey) {
        if self.game == game { self = HeldEvents() }
    }
}

/// Commands that wait while the thread is busy, which a hung Avahi can make 25 s.
///
/// Pure. Of an advert's changes only the last counts; look-ups are bounded as in `LookUpQueue`.
struct CommandBacklog: Equatable, Sendable {
    /// In the order that they came.
    private(set) var commands: [DiscoveryCommand] = []
    /// Look-ups that ended before they began.
    private(set) var ended: [DiscoveryEvent] = []

    mutating func add(_ command: DiscoveryCommand) {
        switch command {
        case .advertise, .withdraw:
            self.commands.removeAll {
                switch $0 {
                case .advertise, .updateText, .withdraw: true
                case .browse, .lookUp, .cancelLookUp, .rebuild: false
                }
            }
        case .updateText:
            self.commands.removeAll { if case .updateText = $0 { true } else { false } }
        case .browse, .rebuild:
            guard !self.commands.contains(command) else { return }
        case .lookUp:
            self.makeRoom()
        case .cancelLookUp(let token):
            guard !self.cancel(token) else { return }
        }
        self.commands.append(command)
    }

    private mutating func makeRoom() {
        let lookUps = self.commands.indices.filter { self.request(at: $0) != nil }
        guard lookUps.count >= LookUpQueue.waitingMaximum, let oldest = lookUps.first,
            let request = self.request(at: oldest)
        else { return }
        self.commands.remove(at: oldest)
        self.ended.append(.lookUpEnded(token: request.token, .failed(.crowdedOut)))
    }

    private mutating func cancel(_ token: UInt64) -> Bool {
        guard
            let index = self.commands.indices.first(where: {
                self.request(at: $0)?.token == token
            })
        else { return self.commands.contains(.cancelLookUp(token: token)) }
        self.commands.remove(at: index)
        self.ended.append(.lookUpEnded(token: token, .cancelled))
        return true
    }

    private func request(at index: Int) -> LookUp.Request? {
        guard case .lookUp(let request) = self.commands[index] else { return nil }
        return request
    }
}

/// How many LANs may stand at once.
///
/// A test on a LAN mostly waits: for eight seconds of silence, for an Avahi to come back. A few at
/// a time use the processors well; more would measure each other.
actor LANSlots {
    /// Three at once, for two processors.
    static let count = 3

    private var free = LANSlots.count
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits for a slot; whoever has waited longest gets the next one.
    func take() async {
        guard self.free == 0 else {
            self.free -= 1
            return
        }
        await withCheckedContinuation { self.waiting.append($0) }
    }

    func giveBack() {
        guard self.waiting.isEmpty else { return self.waiting.removeFirst().resume() }
        self.free += 1
    }
}

/// How many LANs may stand at once.
///
/// A test on a LAN mostly waits: for eight seconds of silence, for an Avahi to come back. A few at
/// a time use the processors well; more would measure each other.
actor LANSlots {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) {
        self.free = count
    }

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

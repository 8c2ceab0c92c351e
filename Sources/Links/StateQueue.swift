/// The unsent frames of the state lane: at most one a key, the newest, in the keys' first order.
struct StateQueue: Equatable, Sendable {
    private var order: [StateKey] = []
    private var head = 0
    private var frames: [StateKey: [UInt8]] = [:]
    private(set) var bytes = 0

    var count: Int { self.frames.count }
    var isEmpty: Bool { self.frames.isEmpty }

    /// Bytes of the frame that is next out.
    var firstBytes: Int? {
        var index = self.head
        while index < self.order.count {
            if let frame = self.frames[self.order[index]] { return frame.count }
            index += 1
        }
        return nil
    }

    /// Whether there was room; a frame that replaces an older one of its key keeps its place.
    mutating func set(_ frame: [UInt8], for key: StateKey) -> Bool {
        let before = self.frames[key]
        let bytes = self.bytes - (before?.count ?? 0) + frame.count
        guard bytes <= LinkLimits.stateBytesMaximum else { return false }
        if before == nil {
            guard self.frames.count < LinkLimits.stateKeysMaximum else { return false }
            self.order.append(key)
        }
        self.frames[key] = frame
        self.bytes = bytes
        return true
    }

    mutating func remove(_ key: StateKey) {
        guard let frame = self.frames.removeValue(forKey: key) else { return }
        self.bytes -= frame.count
        // Its place must go too, or the key would keep it when it comes back.
        if let index = self.order[self.head...].firstIndex(of: key) { self.order.remove(at: index) }
    }

    mutating func removeFirst() -> [UInt8]? {
        while self.head < self.order.count {
            let key = self.order[self.head]
            self.head += 1
            if let frame = self.frames.removeValue(forKey: key) {
                self.bytes -= frame.count
                self.compact()
                return frame
            }
        }
        return nil
    }

    private mutating func compact() {
        guard self.head > 32, self.head * 2 > self.order.count else { return }
        self.order.removeFirst(self.head)
        self.head = 0
    }
}

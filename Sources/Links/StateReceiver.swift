/// The receiving half of the state lane: lets through what is newer than all that is known.
public struct StateReceiver: Equatable, Sendable {
    /// The sender has more live keys than the lane has room for.
    public struct TooManyKeys: Error, Equatable, Sendable {}

    /// The newest version of each live key.
    private var live: [StateKey: UInt64] = [:]
    /// Up to which version a removed key is over.
    private var removed: [StateKey: UInt64] = [:]
    /// The removed keys, the oldest first; the oldest is forgotten when there are too many.
    private var removedOrder: [StateKey] = []

    public init() {}

    /// Keys that have a state now.
    public var liveCount: Int { self.live.count }

    /// Whether a state says something new.
    public mutating func arrived(_ state: StateMessage) throws(TooManyKeys) -> Bool {
        if let known = self.live[state.key] {
            guard state.version > known else { return false }
        } else {
            if let over = self.removed[state.key], state.version <= over { return false }
            guard self.live.count < LinkLimits.stateKeysMaximum else { throw TooManyKeys() }
            self.forgetRemoval(of: state.key)
        }
        self.live[state.key] = state.version
        return true
    }

    /// Whether a removal takes something away that was there.
    public mutating func arrived(_ removal: StateRemoval) -> Bool {
        if let known = self.live[removal.key], known > removal.version { return false }
        let wasLive = self.live.removeValue(forKey: removal.key) != nil
        let over = max(self.removed[removal.key] ?? 0, removal.version)
        self.forgetRemoval(of: removal.key)
        self.removed[removal.key] = over
        self.removedOrder.append(removal.key)
        if self.removedOrder.count > LinkLimits.stateKeysMaximum {
            self.removed[self.removedOrder.removeFirst()] = nil
        }
        return wasLive
    }

    private mutating func forgetRemoval(of key: StateKey) {
        guard self.removed.removeValue(forKey: key) != nil else { return }
        self.removedOrder.removeAll { $0 == key }
    }
}

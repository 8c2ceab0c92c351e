/// What a state is the state of: one thing of one activity, among those of its owner.
public struct StateKey: Hashable, Sendable {
    /// The number of the activity.
    public let activity: UInt64
    /// The owner's own number for the thing.
    public let key: UInt64

    public init(activity: UInt64, key: UInt64) {
        self.activity = activity
        self.key = key
    }
}

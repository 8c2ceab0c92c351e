/// Length-delimited bytes on a link: the unit that a link sends and cuts.
///
/// On the wire: length u32, then a body of kind u8, lane u8, on the reliable lane a sequence u64,
/// and the payload. All integers are big-endian; the length counts the body.
public struct Frame: Equatable, Sendable {
    /// Which message the payload is; unknown numbers are for the link to judge.
    public var kind: UInt8
    /// The class of delivery.
    public var lane: Lane
    /// The number within the pair of instances: present exactly on the reliable lane.
    public var sequence: UInt64?
    /// One CBOR value.
    public var payload: [UInt8]

    /// Makes a frame; `sequence` must be there on the reliable lane and nowhere else.
    public init(kind: UInt8, lane: Lane, sequence: UInt64? = nil, payload: [UInt8]) {
        precondition(
            (sequence != nil) == (lane == .reliable),
            "Exactly reliable frames have a sequence"
        )
        self.kind = kind
        self.lane = lane
        self.sequence = sequence
        self.payload = payload
    }
}

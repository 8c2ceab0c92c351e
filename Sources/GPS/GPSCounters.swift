/// What has come from gpsd, over all connections.
public struct GPSCounters: Equatable, Sendable {
    /// Complete lines and those too long to be kept, whatever became of them.
    public var lines: UInt64 = 0
    /// Lines of more than 10,240 bytes, which were not read.
    public var skipped: UInt64 = 0
    /// Lines that are no report: cut off, or not JSON at all.
    public var malformed: UInt64 = 0

    public init() {}
}

/// What a file, a track or a route says about itself.
public struct GPXLabel: Equatable, Sendable {
    /// At most `GPXLimits.nameBytesMaximum` bytes.
    public var name: String?
    /// At most `GPXLimits.descriptionBytesMaximum` bytes.
    public var description: String?

    public init(name: String? = nil, description: String? = nil) {
        self.name = name
        self.description = description
    }
}

/// How much of each thing a document may have.
///
/// What is beyond is refused with its line, before memory is spent on it.
public struct XMLLimits: Equatable, Sendable {
    /// Bytes of the whole document.
    ///
    /// 1 GiB: five times the longest recording that anybody has complained of.
    public var documentBytesMaximum = 1 << 30
    /// Elements within each other.
    ///
    /// GPX needs 5; extensions of it nest some more.
    public var depthMaximum = 64
    /// Attributes of one element, without declarations of namespaces.
    ///
    /// GPX has at most 5, metadata's bounds included.
    public var attributesMaximum = 64
    /// Bytes of one attribute's value; a schema location with many pairs has some 2,000.
    public var attributeBytesMaximum = 16_384
    /// Bytes of one name with its namespace and prefix.
    public var nameBytesMaximum = 1_024
    /// Different names and prefixes in the whole document; expat keeps every one to the end.
    public var namesMaximum = 4_096
    /// Bytes of one run of text.
    ///
    /// Descriptions are the longest, some with whole web pages in them.
    public var textBytesMaximum = 1 << 20
    /// Bytes of one tag, comment or instruction: expat keeps it until it is complete.
    public var tokenBytesMaximum = 65_536

    public init() {}
}

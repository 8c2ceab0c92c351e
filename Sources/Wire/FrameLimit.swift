/// How long a frame's body may be, in bytes, without its four bytes of length.
public enum FrameLimit {
    /// Before the hello is accepted: 4 KiB.
    ///
    /// A prove and a hello hold a name and a few numbers and hashes, and the 64 strangers that may
    /// be connected at once cost 256 KiB together if each of them dribbles this much.
    public static let opening = 4 * 1024

    /// After the hello is accepted: 1 MiB.
    ///
    /// Bulk travels in chunks of 16 KiB; the rest leaves room for the largest single event, and
    /// 64 members that all send one at once stay at the 64 MiB that all links have together.
    public static let open = 1024 * 1024
}

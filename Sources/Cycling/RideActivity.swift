/// What the shared ride is called among the activities.
///
/// `ActivityKind` lists what the engine has a replica for; these are the same number and word.
public enum RideActivity {
    /// Its number on the wire.
    public static let number: UInt64 = 2
    /// Its name in commands, JSON and adverts.
    public static let word = "ride"
}

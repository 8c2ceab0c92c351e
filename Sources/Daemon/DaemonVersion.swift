/// The version of this software, as `--version`, `status` and Protocol.md's examples say it.
public enum DaemonVersion {
    public static let text = "0.1.0"
}

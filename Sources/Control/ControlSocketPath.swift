import Glibc

/// Where the control socket is.
public enum ControlSocketPath {
    /// By the option, else `PACELINE_SOCKET`, else under `XDG_RUNTIME_DIR`, else for root /run.
    ///
    /// An empty variable counts as none. Daemon and companion find each other by this one rule.
    public static func resolve(
        option: String?,
        environment: (String) -> String?,
        isRoot: Bool
    ) throws(ControlError) -> String {
        if let option { return option }
        if let path = environment("PACELINE_SOCKET"), !path.isEmpty { return path }
        if let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty {
            guard folder.hasPrefix("/") else { throw .runtimeFolderRelative(path: folder) }
            return "\(folder)/paceline/control.sock"
        }
        guard isRoot else { throw .noPlace }
        return "/run/paceline/control.sock"
    }

    /// The same for this process.
    public static func resolve(option: String?) throws(ControlError) -> String {
        try self.resolve(
            option: option,
            environment: { name in
                guard let value = unsafe getenv(name) else { return nil }
                return unsafe String(cString: value)
            },
            isRoot: geteuid() == 0
        )
    }
}

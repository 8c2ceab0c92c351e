import Glibc

/// What the process was started in: environment, host, user, clock.
public enum Surroundings {
    /// A variable of the environment; `nil` when it is unset or empty.
    public static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The host's name up to the first dot.
    public static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
        let name = bytes.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }
        return String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    public static var isRoot: Bool { geteuid() == 0 }

    public static var processID: Int32 { getpid() }

    /// Milliseconds since 1970 by the wall clock.
    public static var wallMilliseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(max(0, time.tv_sec)) * 1_000 + UInt64(time.tv_nsec / 1_000_000)
    }

    /// The home folder of the user who runs this.
    public static var home: String? {
        if let home = self.variable("HOME"), home.hasPrefix("/") { return home }
        guard let entry = getpwuid(geteuid()), let folder = entry.pointee.pw_dir else { return nil }
        return String(cString: folder)
    }

    /// A base folder of the XDG specification: the variable if it holds an absolute path,
    /// otherwise the path below the home folder.
    public static func folder(_ variable: String, below home: String) -> String? {
        if let path = self.variable(variable), path.hasPrefix("/") { return path }
        return self.home.map { "\($0)/\(home)" }
    }
}

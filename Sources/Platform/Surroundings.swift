import Glibc

/// What the process was started in: environment, host, user, clock.
public enum Surroundings {
    /// A variable of the environment; `nil` when it is unset or empty.
    public static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The arguments of the command line, without the program's name.
    ///
    /// Throws for one that is not UTF-8, which the standard library would mend without a word.
    public static func arguments() throws(PlatformError) -> [String] {
        var arguments: [String] = []
        let count = Int(CommandLine.argc)
        for index in stride(from: 1, to: count, by: 1) {
            guard let bytes = CommandLine.unsafeArgv[index] else { break }
            guard let text = String(validatingCString: bytes) else {
                throw .notUTF8(argument: index)
            }
            arguments.append(text)
        }
        return arguments
    }

    /// Whether who started this process wants it to go on after a hang-up, as `nohup` does.
    public static var ignoresHangUp: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
        // SIG_IGN is the handler 1, which Swift does not import.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
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

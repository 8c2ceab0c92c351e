import EventLoop
import Glibc
import Terminals

extension Console {
    /// The console of this process: its standard output and error.
    static func ofProcess() -> Console {
        var surroundings = Surroundings()
        surroundings.isInputTerminal = isatty(STDIN_FILENO) == 1
        surroundings.isOutputTerminal = isatty(STDOUT_FILENO) == 1
        surroundings.isDumb = self.variable("TERM") == "dumb"
        surroundings.hasColours = surroundings.hasScreen && self.variable("NO_COLOR").isEmpty
        surroundings.hasDisplay =
            !self.variable("WAYLAND_DISPLAY").isEmpty || !self.variable("DISPLAY").isEmpty
        surroundings.columns = self.size(
            "COLUMNS",
            { Terminal(borrowing: $0).columns },
            otherwise: surroundings.columns
        )
        surroundings.rows = self.size(
            "LINES",
            { Terminal(borrowing: $0).rows },
            otherwise: surroundings.rows
        )
        return Console(
            surroundings: surroundings,
            output: { self.write($0, to: STDOUT_FILENO) },
            errors: { _ = self.write($0, to: STDERR_FILENO) },
            clock: { Int64(time(nil)) },
            offset: { seconds in
                var moment = time_t(seconds)
                var local = unsafe tm()
                let found = unsafe localtime_r(&moment, &local)
                return unsafe found == nil ? 0 : Int64(local.tm_gmtoff)
            }
        )
    }

    /// What a variable says, or a terminal that is written to; else what is usual.
    private static func size(
        _ variable: String,
        _ ofTerminal: (Int32) -> Int,
        otherwise usual: Int
    ) -> Int {
        if let size = Int(self.variable(variable)), size > 0 { return size }
        return isatty(STDOUT_FILENO) == 1 ? ofTerminal(STDOUT_FILENO) : usual
    }

    private static func variable(_ name: String) -> String {
        guard let value = unsafe getenv(name) else { return "" }
        return unsafe String(cString: value)
    }

    /// Writes all of the bytes, and waits where a descriptor that doesn't block has no room.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Outcome {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { lent in
                unsafe Glibc.write(descriptor, lent.baseAddress, lent.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wanted, 1, -1)
            case EPIPE: return .closed
            default: return .failed("\(SystemFault(number: errno))")
            }
        }
        return .written
    }
}

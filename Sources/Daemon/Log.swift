import Determinism
import EventLoop
import Platform

/// The daemon's log on stderr.
///
/// It never blocks; lines that were lost are counted.
final class Log {
    private let sink: LogSink
    private let level: LogLevel
    private let format: LogLine.Format

    init(on loop: Loop, level: LogLevel, format: LogLine.Format) {
        self.level = level
        self.format = format
        self.sink = LogSink(on: loop) { count in
            Self.line(
                .warning,
                "Log lines were lost, as nobody reads them.",
                [("lines", "\(count)")]
            ).text(format)
        }
    }

    func callAsFunction(
        _ level: LogLevel,
        _ message: String,
        _ fields: [(key: String, value: String)] = []
    ) {
        guard level >= self.level else { return }
        self.sink.write(Self.line(level, message, fields).text(self.format))
    }

    func close() {
        self.sink.close()
    }

    private static func line(
        _ level: LogLevel,
        _ message: String,
        _ fields: [(key: String, value: String)]
    ) -> LogLine {
        let now = WallTime(milliseconds: Surroundings.wallMilliseconds)
        return LogLine(at: now.iso8601, level: level, message: message, fields: fields)
    }
}

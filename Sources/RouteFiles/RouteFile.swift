import Markup
import Platform
public import Routes
import XML

/// GPX files on this machine, read a piece at a time.
///
/// A file of any length takes the memory of what is kept of it, as `GPXLimits` has it, and of one
/// piece. Reading blocks, some seconds for a file of hundreds of megabytes: a daemon gives it to a
/// worker, the companion waits.
public enum RouteFile {
    /// Bytes of one piece.
    private static let pieceBytes = 65_536

    /// Reads a file whole; what is thinned or refused is said by `GPXLimits`.
    public static func read(
        _ path: String,
        limits: GPXLimits = GPXLimits()
    ) throws(RouteFileError) -> (document: GPXDocument, tally: GPXTally) {
        do {
            guard var file = try FileReader.open(path) else {
                throw RouteFileError.noFile(path: path)
            }
            var intake = GPXIntake(limits: limits)
            while true {
                let piece = try file.next(atMost: self.pieceBytes)
                if piece.isEmpty { return try intake.finish() }
                try intake.take(piece)
            }
        } catch let error as RouteFileError {
            throw error
        } catch let error as GPXError {
            throw .refused(path: path, reason: "\(error)")
        } catch let error as XMLError {
            throw .refused(path: path, reason: "\(error)")
        } catch {
            throw .unreadable(reason: "\(error)")
        }
    }
}

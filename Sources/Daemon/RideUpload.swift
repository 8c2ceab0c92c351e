import RouteFiles
import Routes

/// A GPX file that a client sends in pieces.
///
/// Loop-confined. What is kept of it is bounded by `GPXLimits`, whatever is sent.
final class RideUpload {
    /// Bytes of one piece: with its frame round it, a request of the control API.
    static let pieceBytesMaximum = 36_864
    /// Bytes of one file: 200 days of a point a second.
    static let bytesMaximum: Int64 = 2_000_000_000

    let number: Int64
    private(set) var bytes: Int64 = 0
    private var intake: GPXIntake? = GPXIntake()

    /// Why a file is not taken; a sentence.
    struct Refusal: Error {
        let sentence: String
    }

    init(number: Int64) {
        self.number = number
    }

    /// Takes the next piece; after a refusal nothing more is taken.
    func take(_ piece: [UInt8]) throws(Refusal) {
        guard self.bytes + Int64(piece.count) <= Self.bytesMaximum else {
            self.intake = nil
            throw Refusal(sentence: "The file has more than \(Self.bytesMaximum) bytes.")
        }
        do {
            try self.intake?.take(piece)
            self.bytes += Int64(piece.count)
        } catch {
            self.intake = nil
            throw Refusal(sentence: "The file can't be read as GPX. \(error)")
        }
    }

    /// What was read, when all pieces are there.
    func finish() throws(Refusal) -> GPXDocument {
        guard let intake = self.intake.take() else {
            throw Refusal(sentence: "The upload is over.")
        }
        do {
            return try intake.finish().document
        } catch {
            throw Refusal(sentence: "The file can't be read as GPX. \(error)")
        }
    }
}

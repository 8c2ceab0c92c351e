import Digest
import Wire

extension CBORReader {
    /// Reads a game's ordinal, from 1 to 2^53.
    mutating func readOrdinal() throws(WireError) -> UInt64 {
        let ordinal = try self.readUnsigned(atMost: GuessLimits.ordinalMaximum)
        guard ordinal > 0 else { throw .invalid(what: "ordinal", why: "it is 0; they start at 1") }
        return ordinal
    }

    /// Reads the number of an event, below the bound of a log.
    mutating func readEventNumber() throws(WireError) -> UInt64 {
        try self.readUnsigned(atMost: UInt64(GuessLimits.logEventsMaximum - 1))
    }

    mutating func readGameID() throws(WireError) -> GameID {
        guard let id = GameID(try self.readBytes(exactly: GameID.byteCount)) else {
            throw .bytesCountMismatch(count: 0, expected: GameID.byteCount)
        }
        return id
    }

    mutating func readEventHash() throws(WireError) -> EventHash {
        guard let hash = EventHash(try self.readBytes(exactly: SHA256.byteCount)) else {
            throw .bytesCountMismatch(count: 0, expected: SHA256.byteCount)
        }
        return hash
    }
}

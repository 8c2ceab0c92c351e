import Digest
import Peers
import Wire

extension CBORReader {
    /// Reads a number of 32 bits.
    mutating func readUInt32() throws(WireError) -> UInt32 {
        UInt32(truncatingIfNeeded: try self.readUnsigned(atMost: UInt64(UInt32.max)))
    }

    /// Reads one of a closed list; `what` names one thing on it.
    mutating func readCase<Case: RawRepresentable<UInt64>>(
        of what: String
    ) throws(WireError) -> Case {
        let number = try self.readUnsigned()
        guard let value = Case(rawValue: number) else {
            throw .unknownValue(what: what, value: number)
        }
        return value
    }

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

    mutating func readPeerID() throws(WireError) -> PeerID {
        guard let id = PeerID(try self.readBytes(exactly: PeerID.byteCount)) else {
            throw .bytesCountMismatch(count: 0, expected: PeerID.byteCount)
        }
        return id
    }

    mutating func readEventHash() throws(WireError) -> EventHash {
        guard let hash = EventHash(try self.readBytes(exactly: SHA256.byteCount)) else {
            throw .bytesCountMismatch(count: 0, expected: SHA256.byteCount)
        }
        return hash
    }

    /// Reads a name that is one already: what would have to be trimmed has two encodings.
    mutating func readDisplayName() throws(WireError) -> DisplayName {
        let text = try self.readText(atMostBytes: DisplayName.bytesMaximum)
        do {
            let name = try DisplayName(text)
            // Bytes, as equal texts may differ in them.
            guard name.text.utf8.elementsEqual(text.utf8) else {
                throw WireError.invalid(what: "name", why: "it has white space at its ends")
            }
            return name
        } catch let problem as DisplayName.Problem {
            throw .invalid(what: "name", why: problem.description)
        } catch let error as WireError {
            throw error
        } catch {
            throw .invalid(what: "name", why: "it can't be read")
        }
    }
}

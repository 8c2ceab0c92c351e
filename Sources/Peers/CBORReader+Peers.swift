public import Wire

extension CBORReader {
    /// Reads the 32 bytes of an id.
    public mutating func readPeerID() throws(WireError) -> PeerID {
        guard let id = PeerID(try self.readBytes(exactly: PeerID.byteCount)) else {
            throw .bytesCountMismatch(count: 0, expected: PeerID.byteCount)
        }
        return id
    }

    /// Reads a name that is one already: what would have to be trimmed has two encodings.
    ///
    /// What people here could not type, a peer can't send.
    public mutating func readDisplayName() throws(WireError) -> DisplayName {
        let text = try self.readText(atMostBytes: DisplayName.bytesMaximum)
        let name: DisplayName
        do throws(DisplayName.Problem) {
            name = try DisplayName(text)
        } catch {
            throw .invalid(what: "name", why: error.description)
        }
        // Bytes, as equal texts may differ in them.
        guard name.text.utf8.elementsEqual(text.utf8) else {
            throw .invalid(what: "name", why: "it has white space at its ends")
        }
        return name
    }
}

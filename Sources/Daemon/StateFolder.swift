package import Cycling
package import Peers
import Platform
package import TLS

/// What a daemon keeps between two starts: its identity, its name, whom people have blocked.
///
/// One daemon at a time holds the folder. A folder of a newer format is refused, not rewritten.
package struct StateFolder: ~Copyable {
    /// The format that this version reads and writes.
    package static let format = 1

    package let path: String
    private let lock: FolderLock

    /// Why a folder can't be used, beyond what the system says.
    package enum Problem: Error, Equatable, CustomStringConvertible {
        case newerFormat(path: String, found: String)
        case badFormat(path: String, found: String)
        case badName(path: String, why: String)
        case badIdentity(path: String, why: String)
        case badList(path: String, line: String)
        case badRide(path: String, why: String)
        case noHome

        package var description: String {
            switch self {
            case .newerFormat(let path, let found):
                "\(path) was written by a newer version (format \(found); this one knows "
                    + "\(StateFolder.format)). Use that version, or another folder by --state DIR."
            case .badFormat(let path, let found):
                "\(path) holds “\(found)” where the number of a format must be. Restore it, or use "
                    + "another folder by --state DIR."
            case .badName(let path, let why):
                "\(path) holds no usable name: \(why) Remove it, or give a name by --name."
            case .badIdentity(let path, let why):
                "\(path) holds no usable identity: \(why) Restore it, or move it away to get a "
                    + "new one."
            case .badList(let path, let line):
                "\(path) holds “\(line)”, which is no peer's id. Remove that line."
            case .badRide(let path, let why):
                "\(path) holds no usable settings of the ride: \(why). Mend it; to remove it is to "
                    + "ride without the zones that it names."
            case .noHome:
                "Neither XDG_STATE_HOME nor HOME is set; name a folder by --state DIR."
            }
        }
    }

    private init(path: String, lock: consuming FolderLock) {
        self.path = path
        self.lock = lock
    }

    /// Opens or makes the folder, and takes it for this process.
    package static func open(_ path: String) throws -> StateFolder {
        try Files.makeFolder(path)
        let lock = try FolderLock(path)
        let formatFile = "\(path)/format"
        if let bytes = try Files.read(formatFile, atMost: 64) {
            let text = String(decoding: Self.line(bytes), as: UTF8.self)
            guard let found = UInt64(text), found > 0 else {
                throw Problem.badFormat(path: formatFile, found: text)
            }
            guard found <= Self.format else { throw Problem.newerFormat(path: path, found: text) }
        } else {
            try Files.write(Array("\(Self.format)\n".utf8), to: formatFile, mode: 0o644)
        }
        return StateFolder(path: path, lock: lock)
    }

    /// Where the folder is when nobody says.
    package static func defaultPath() throws -> String {
        guard let state = Surroundings.folder("XDG_STATE_HOME", below: ".local/state") else {
            throw Problem.noHome
        }
        return "\(state)/paceline"
    }

    // MARK: The identity

    package var identityPath: String { "\(self.path)/identity.pem" }

    /// The identity that is kept, or a new one at the first start.
    package func identity() throws -> (identity: TLSIdentity, isNew: Bool) {
        if let identity = try self.storedIdentity(at: self.identityPath) {
            return (identity, false)
        }
        let identity = try TLSIdentity.generate()
        try Files.write(identity.serialized, to: self.identityPath)
        return (identity, true)
    }

    private func storedIdentity(at path: String) throws -> TLSIdentity? {
        guard
            let bytes = try Files.readSecret(path, atMost: TLSIdentity.serializedBytesMaximum)
        else { return nil }
        do throws(TLSError) {
            return try TLSIdentity(serialized: bytes)
        } catch {
            throw Problem.badIdentity(path: path, why: "\(error)")
        }
    }

    /// Puts another identity in place for the next start; the old one is kept beside it.
    package func replaceIdentity(by identity: TLSIdentity?) throws -> String {
        let kept = "\(self.identityPath).old"
        let next = try identity ?? TLSIdentity.generate()
        // Copied and not moved: should the disk be full, the old one must still be in its place.
        if let old = try Files.readSecret(
            self.identityPath,
            atMost: TLSIdentity.serializedBytesMaximum
        ) {
            try Files.write(old, to: kept)
        }
        try Files.write(next.serialized, to: self.identityPath)
        return kept
    }

    // MARK: Names and lists

    package func name() throws -> DisplayName? {
        let path = "\(self.path)/name"
        guard let bytes = try Files.read(path, atMost: 1_024) else { return nil }
        guard let text = String(validating: Self.line(bytes), as: UTF8.self) else {
            throw Problem.badName(path: path, why: "it is not text in UTF-8.")
        }
        do throws(DisplayName.Problem) {
            return try DisplayName(text)
        } catch {
            throw Problem.badName(path: path, why: "\(error)")
        }
    }

    package func keep(name: DisplayName) throws {
        try Files.write(Array("\(name.text)\n".utf8), to: "\(self.path)/name", mode: 0o644)
    }

    package func blocked() throws -> Set<PeerID> {
        let path = "\(self.path)/blocked"
        guard let bytes = try Files.read(path, atMost: 1 << 20) else { return [] }
        var peers: Set<PeerID> = []
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let peer = PeerID(text: String(line)) else {
                throw Problem.badList(path: path, line: String(line.prefix(60)))
            }
            peers.insert(peer)
        }
        return peers
    }

    package func keep(blocked peers: [PeerID]) throws {
        let text = peers.map { "\($0)\n" }.joined()
        try Files.write(Array(text.utf8), to: "\(self.path)/blocked", mode: 0o600)
    }

    /// Whether this daemon was ever joined with another.
    package func hasMet() throws -> Bool { try Files.read("\(self.path)/met", atMost: 64) != nil }

    package func keepHasMet() throws {
        try Files.write(Array("1\n".utf8), to: "\(self.path)/met", mode: 0o644)
    }

    // MARK: The ride

    /// What the ride begins with; the defaults at the first start.
    package func ride() throws -> RideSettings {
        let path = "\(self.path)/ride.json"
        guard let bytes = try Files.read(path, atMost: RideStore.bytesMaximum) else {
            return RideSettings()
        }
        do throws(RideStore.Fault) {
            return try RideStore.settings(of: bytes)
        } catch {
            throw Problem.badRide(path: path, why: error.why)
        }
    }

    package func keep(ride settings: RideSettings) throws {
        try Files.write(RideStore.bytes(of: settings), to: "\(self.path)/ride.json", mode: 0o600)
    }

    private static func line(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.prefix { $0 != UInt8(ascii: "\n") }
    }
}

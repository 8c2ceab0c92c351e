import Daemon
import FolderTesting
import Foundation
import Peers
import Platform
import TLS
import Testing

@Suite struct StateFolderTests {
    typealias Problem = StateFolder.Problem

    let folder: TemporaryFolder

    init() throws {
        self.folder = try TemporaryFolder()
    }

    private func open() throws -> StateFolder { try StateFolder.open(self.folder.path) }

    private func identity() throws -> TLSIdentity { try self.open().identity().identity }

    // MARK: The folder

    @Test func `a new folder is its owner's alone, and says its format`() throws {
        let path = self.folder["a/b"]
        _ = try StateFolder.open(path)
        #expect(try self.folder.mode(of: "a/b") == 0o700)
        #expect(try Files.read("\(path)/format", atMost: 10) == Array("1\n".utf8))
    }

    @Test func `a second daemon is refused while the first one lives`() throws {
        let first = try self.open()
        #expect(throws: PlatformError.locked(path: self.folder.path)) { _ = try self.open() }
        _ = consume first
        _ = try self.open()
    }

    @Test(arguments: ["2", "99999999999999999", "18446744073709551615"])
    func `a newer format is refused and left as it is`(found: String) throws {
        try self.folder.put("\(found)\n", at: "format")
        let problem = Problem.newerFormat(path: self.folder.path, found: found)
        #expect(throws: problem) { _ = try self.open() }
        #expect(try Files.read(self.folder["format"], atMost: 99) == Array("\(found)\n".utf8))
        #expect(problem.description.contains("--state DIR"))
    }

    @Test(arguments: ["", "\n", "abc", "0", "-5", "1.0", "18446744073709551616", " 1"])
    func `what is no format is told as that`(found: String) throws {
        try self.folder.put(found, at: "format")
        let text = String(found.prefix { $0 != "\n" })
        #expect(throws: Problem.badFormat(path: self.folder["format"], found: text)) {
            _ = try self.open()
        }
    }

    // MARK: The identity

    @Test func `an identity is made once, for its owner alone`() throws {
        let first = try self.open().identity()
        #expect(first.isNew)
        #expect(try self.folder.mode(of: "identity.pem") == 0o600)
        let second = try self.open().identity()
        #expect(!second.isNew)
        #expect(second.identity.keyDigest == first.identity.keyDigest)
    }

    @Test(arguments: ["", "rubbish", "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQ"])
    func `an identity that is none is refused and left as it is`(text: String) throws {
        try self.folder.put(text, at: "identity.pem")
        let problem = #expect(throws: Problem.self) { _ = try self.identity() }
        guard case .badIdentity(let path, _) = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(path == self.folder["identity.pem"])
        #expect(try Files.read(path, atMost: 99) == Array(text.utf8))
    }

    @Test func `an identity that others can read is refused`() throws {
        _ = try self.identity()
        try #require(chmod(self.folder["identity.pem"], 0o640) == 0)
        #expect(throws: PlatformError.exposed(path: self.folder["identity.pem"], mode: 0o640)) {
            _ = try self.identity()
        }
    }

    @Test func `an identity that is replaced is kept beside the new one`() throws {
        let old = try self.identity()
        let new = try TLSIdentity.generate()
        #expect(try self.open().replaceIdentity(by: new) == self.folder["identity.pem.old"])
        #expect(try self.identity().keyDigest == new.keyDigest)
        #expect(try self.folder.mode(of: "identity.pem.old") == 0o600)
        let kept = try Files.readSecret(self.folder["identity.pem.old"], atMost: 1 << 14)
        #expect(kept == old.serialized)
    }

    @Test func `an identity stays when there is no room for its replacement`() throws {
        let old = try self.identity()
        // Nothing can be put in the place of a folder that holds something.
        try #require(mkdir(self.folder["identity.pem.old"], 0o700) == 0)
        try self.folder.put("", at: "identity.pem.old/x")
        #expect(throws: PlatformError.self) { try self.open().replaceIdentity(by: nil) }
        #expect(try self.identity().keyDigest == old.keyDigest)
    }

    // MARK: Names and lists

    @Test func `a name is kept`() throws {
        #expect(try self.open().name() == nil)
        try self.open().keep(name: DisplayName("ada l. 漢"))
        #expect(try self.open().name() == DisplayName("ada l. 漢"))
    }

    @Test(arguments: [
        [0x1B, 0x5B, 0x32, 0x4A], [0x61, 0xFF], [], [0x20, 0x0A], Array(repeating: 0x78, count: 64),
    ])
    func `a name that somebody spoilt is told, with the way out`(bytes: [UInt8]) throws {
        try Files.write(bytes, to: self.folder["name"])
        let problem = #expect(throws: Problem.self) { _ = try self.open().name() }
        #expect(problem?.description.contains("--name") == true)
    }

    @Test func `whom people block is kept by whole ids`() throws {
        let peers = try (0..<3).map { try #require(PeerID(Array(repeating: $0, count: 32))) }
        #expect(try self.open().blocked() == [])
        try self.open().keep(blocked: peers)
        #expect(try self.open().blocked() == Set(peers))
        try self.open().keep(blocked: [])
        #expect(try self.open().blocked() == [])
    }

    @Test func `a line that is no id is named, and nobody is let in by mistake`() throws {
        let peer = try #require(PeerID(Array(repeating: 7, count: 32)))
        try self.folder.put("\(peer)\nrubbish\n", at: "blocked")
        #expect(throws: Problem.badList(path: self.folder["blocked"], line: "rubbish")) {
            try self.open().blocked()
        }
    }

    @Test func `having met somebody is remembered`() throws {
        #expect(try !self.open().hasMet())
        try self.open().keepHasMet()
        #expect(try self.open().hasMet())
    }
}

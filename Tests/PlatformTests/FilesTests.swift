import FolderTesting
import Foundation
import Platform
import Testing

@Suite struct FilesTests {
    let folder: TemporaryFolder

    init() throws {
        self.folder = try TemporaryFolder()
    }

    private func read(_ name: String, atMost: Int = 100) -> Result<[UInt8]?, PlatformError> {
        Result { () throws(PlatformError) in try Files.read(self.folder[name], atMost: atMost) }
    }

    private func readSecret(_ name: String) -> Result<[UInt8]?, PlatformError> {
        Result { () throws(PlatformError) in try Files.readSecret(self.folder[name], atMost: 100) }
    }

    // MARK: Reading

    @Test func `a file that is not there is nothing, and no error`() {
        #expect(self.read("none") == .success(nil))
        #expect(self.readSecret("none") == .success(nil))
    }

    @Test func `a file is read up to its bound and refused above`() throws {
        try self.folder.put("12345", at: "five")
        let path = self.folder["five"]
        #expect(self.read("five", atMost: 5) == .success(Array("12345".utf8)))
        #expect(self.read("five", atMost: 4) == .failure(.tooLong(path: path, accepted: 4)))
    }

    @Test func `a long file comes whole, whatever a read gives`() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 2) }
        try Files.write(bytes, to: self.folder["long"])
        #expect(self.read("long", atMost: 100_000) == .success(bytes))
    }

    @Test func `a folder, a pipe and a device are no files, and nothing waits for them`() throws {
        let (folder, pipe) = (self.folder["folder"], self.folder["pipe"])
        try #require(mkdir(folder, 0o700) == 0)
        try #require(mkfifo(pipe, 0o600) == 0)
        let isFolder = PlatformError.notAFile(path: folder, found: "a folder")
        let isPipe = PlatformError.notAFile(path: pipe, found: "a pipe")
        #expect(self.read("folder") == .failure(isFolder))
        #expect(self.read("pipe") == .failure(isPipe))
        #expect(self.readSecret("pipe") == .failure(isPipe))
        #expect(throws: PlatformError.notAFile(path: "/dev/zero", found: "a device")) {
            try Files.read("/dev/zero", atMost: 100)
        }
    }

    // MARK: Secrets

    @Test(arguments: [0o600, 0o400, 0o700])
    func `a secret of its owner alone is read`(mode: Int) throws {
        try self.folder.put("key", at: "secret", mode: mode)
        #expect(self.readSecret("secret") == .success(Array("key".utf8)))
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o601, 0o610])
    func `a secret that anybody else may touch is refused, with the way out`(mode: Int) throws {
        try self.folder.put("key", at: "secret", mode: mode)
        let path = self.folder["secret"]
        let error = PlatformError.exposed(path: path, mode: UInt32(mode))
        #expect(self.readSecret("secret") == .failure(error))
        #expect(error.description.contains("`chmod 600 \(path)`"))
        #expect(error.description.contains("mode \(String(mode, radix: 8))"))
    }

    @Test func `a link is no secret, however well kept what it leads to`() throws {
        try self.folder.put("key", at: "secret")
        let link = self.folder["link"]
        try #require(symlink(self.folder["secret"], link) == 0)
        #expect(self.readSecret("link") == .failure(.notAFile(path: link, found: "a link")))
        #expect(self.read("link") == .success(Array("key".utf8)))
    }

    @Test(.enabled(if: Surroundings.isRoot, "Only root can give a file away."))
    func `a secret of somebody else is refused`() throws {
        try self.folder.put("key", at: "secret")
        let path = self.folder["secret"]
        try #require(chown(path, 65_534, 65_534) == 0)
        let error = PlatformError.foreign(path: path, owner: 65_534, expected: geteuid())
        #expect(self.readSecret("secret") == .failure(error))
    }

    // MARK: Writing

    @Test(arguments: [UInt32(0o600), 0o644, 0o666])
    func `a file gets the mode asked for and leaves no draft`(mode: UInt32) throws {
        try Files.write(Array("old".utf8), to: self.folder["file"])
        try Files.write(Array("new".utf8), to: self.folder["file"], mode: mode)
        #expect(self.read("file") == .success(Array("new".utf8)))
        #expect(try self.folder.mode(of: "file") == Int(mode))
        #expect(try self.folder.names == ["file"])
    }

    @Test func `a write that can't be finished leaves what was there`() throws {
        let path = self.folder["file"]
        try #require(mkdir(path, 0o700) == 0)
        try self.folder.put("inside", at: "file/kept")
        #expect(throws: PlatformError.self) { try Files.write([1], to: path) }
        #expect(try self.folder.names == ["file"])
        #expect(self.read("file/kept") == .success(Array("inside".utf8)))
    }

    @Test func `who read the old file before a write has the old file whole`() throws {
        try Files.write(Array("old".utf8), to: self.folder["file"])
        let reader = try #require(FileHandle(forReadingAtPath: self.folder["file"]))
        try Files.write(Array("newer and longer".utf8), to: self.folder["file"])
        #expect(try reader.readToEnd() == Data("old".utf8))
    }

    @Test func `a draft that a killed process left is no obstacle`() throws {
        try self.folder.put("half", at: "file.\(getpid()).new", mode: 0o400)
        try Files.write(Array("whole".utf8), to: self.folder["file"])
        #expect(try self.folder.names == ["file"])
        #expect(self.read("file") == .success(Array("whole".utf8)))
    }

    // MARK: Folders

    @Test func `folders are made with all above them, for their owner alone`() throws {
        try Files.makeFolder(self.folder["a/b/c"])
        try Files.makeFolder(self.folder["a/b/c/"])
        #expect(try self.folder.mode(of: "a") == 0o700)
        #expect(try self.folder.mode(of: "a/b/c") == 0o700)
    }

    @Test func `a file where a folder must be is told as that`() throws {
        try self.folder.put("", at: "file")
        let path = self.folder["file"]
        #expect(throws: PlatformError.notAFolder(path: path)) { try Files.makeFolder(path) }
        let error = #expect(throws: PlatformError.self) { try Files.makeFolder("\(path)/below") }
        #expect(error?.description.contains("Not a directory") == true)
    }
}

import Foundation

/// A folder of a test's own, gone with this value.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        self.path = FileManager.default.temporaryDirectory.path + "/paceline-test-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: self.path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: self.path)
    }

    /// The path of an entry.
    public subscript(_ name: String) -> String { "\(self.path)/\(name)" }

    /// The names of all entries.
    public var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: self.path).sorted() }
    }

    /// Puts a text there.
    public func put(_ text: String, at name: String, mode: Int = 0o600) throws {
        guard
            FileManager.default.createFile(
                atPath: self[name],
                contents: Data(text.utf8),
                attributes: [.posixPermissions: mode]
            )
        else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Makes a folder there.
    public func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: self[name],
            withIntermediateDirectories: false
        )
    }

    /// The permission bits of an entry.
    public func mode(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: self[name])
        return attributes[.posixPermissions] as? Int ?? -1
    }
}

import Glibc

/// A folder that nobody else uses, removed at the end.
package struct ScratchFolder: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/paceline-XXXXXX".utf8CString)
        mkdtemp(&template)
        self.path = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
    }

    package func file(_ name: String) -> String {
        "\(self.path)/\(name)"
    }

    package func remove() {
        guard let folder = opendir(self.path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { unlink(self.file(name)) }
        }
        closedir(folder)
        rmdir(self.path)
    }
}

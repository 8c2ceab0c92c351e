import Platform

/// Leaflet, as Debian's package libjs-leaflet installs it for every program of a machine.
///
/// A value. It is read when it is asked for, so that an update or an installation counts at once,
/// and by a closed list of names: no request can name another file.
struct MapLibrary: Equatable, Sendable {
    /// Where Debian keeps it.
    static let folder = "/usr/share/javascript/leaflet"
    /// 1 MiB: twice the longest of the files, the script as people read it.
    private static let byteMaximum = 1 << 20
    /// Older packages have the second one alone.
    private static let scripts = ["leaflet.min.js", "leaflet.js"]
    private static let style = "leaflet.css"
    /// The script, the style, and the images that the style names.
    private static let names =
        Self.scripts + [
            Self.style, "images/layers.png", "images/layers-2x.png", "images/marker-icon.png",
        ]

    private static let prefix = "/leaflet/"

    /// The folder that holds it, or would.
    let folder: String

    /// What the page loads: the paths of a script and of a style.
    struct Entry: Equatable, Sendable {
        let script: String
        let style: String
    }

    /// The name of the file that a path asks for; `nil` for any path that asks for none.
    static func name(at path: String) -> String? {
        guard path.hasPrefix(self.prefix) else { return nil }
        return self.names.first { $0 == path.dropFirst(self.prefix.count) }
    }

    /// Reads a file of the list; `nil` when it is not there.
    func file(_ name: String) throws(PlatformError) -> PageFile? {
        guard let bytes = try Files.read("\(self.folder)/\(name)", atMost: Self.byteMaximum) else {
            return nil
        }
        return PageFile(path: Self.prefix + name, bytes: bytes)
    }

    /// What there is to be loaded; `nil` when something is missing, or can't be read.
    var entry: Entry? {
        guard let script = Self.scripts.first(where: self.isThere), self.isThere(Self.style) else {
            return nil
        }
        return Entry(script: Self.prefix + script, style: Self.prefix + Self.style)
    }

    private func isThere(_ name: String) -> Bool {
        // tidy-ok: the request for the file itself says why it can't be read.
        (try? self.file(name)) != nil
    }
}

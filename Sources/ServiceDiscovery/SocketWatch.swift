import Glibc

/// Sees the sockets of D-Bus and avahi-daemon come into being.
///
/// Without it a retry every 5 s would notice a daemon's return up to 5 s late.
final class SocketWatch {
    /// Readable when something happened in a watched folder.
    let descriptor: Int32
    private let folders: [String]
    private let names: Set<String>

    /// Watches the sockets' folders, and those folders' own.
    init?(paths: [String]) {
        self.descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard self.descriptor >= 0 else { return nil }
        var folders: [String] = []
        var names: Set<String> = []
        for path in paths {
            let parts = path.split(separator: "/").map(String.init)
            for depth in [parts.count - 2, parts.count - 1] where depth > 0 {
                folders.append("/" + parts[..<depth].joined(separator: "/"))
                names.insert(parts[depth])
            }
        }
        self.folders = folders
        self.names = names
        self.watchFolders()
    }

    /// Takes what happened; whether one of the sockets or their folders came into being.
    func take() -> Bool {
        var hasAppeared = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(self.descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            hasAppeared =
                self.names(in: buffer[..<count]).contains(where: self.names.contains)
                || hasAppeared
        }
        self.watchFolders()  // one of them may have been made just now
        return hasAppeared
    }

    /// A folder that is watched already stays so; one that is missing is tried again later.
    private func watchFolders() {
        for folder in self.folders {
            _ = inotify_add_watch(self.descriptor, folder, UInt32(IN_CREATE | IN_MOVED_TO))
        }
    }

    private func names(in events: ArraySlice<UInt8>) -> [String] {
        var names: [String] = []
        var rest = events
        let header = MemoryLayout<inotify_event>.size
        while rest.count >= header {
            let length = rest.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: header - 4, as: UInt32.self)
            }
            let name = rest.dropFirst(header).prefix(Int(length)).prefix { $0 != 0 }
            names.append(String(decoding: name, as: UTF8.self))
            rest = rest.dropFirst(header + Int(length))
        }
        return names
    }

    deinit {
        if self.descriptor >= 0 { close(self.descriptor) }
    }
}

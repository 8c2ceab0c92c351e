import EventLoop
import Glibc

/// The folder that the control socket lies in.
enum ControlFolder {
    private static let ownMode: mode_t = 0o700
    private static let groupMode: mode_t = 0o750

    /// Makes the folder of `path` if it isn't there: mode 0700, or 0750 with a group.
    ///
    /// One that is there is left as it is, except that a group is let into one of mode 0700 that
    /// belongs to this user.
    static func prepare(for path: String, group: String?) throws(ControlError) {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        let number = try self.number(of: group)
        if unsafe mkdir(folder, self.ownMode) == 0 {
            // A strict umask may have taken even our own rights away.
            guard unsafe chmod(folder, self.ownMode) == 0 else { throw self.fault(folder) }
            return try self.open(folder, to: number)
        }
        guard errno == EEXIST else { throw self.fault(folder) }
        var status = stat()
        guard unsafe stat(folder, &status) == 0 else { throw self.fault(folder) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: folder) }
        if status.st_uid == geteuid(), status.st_mode & 0o777 == self.ownMode {
            try self.open(folder, to: number)
        }
    }

    private static func open(_ folder: String, to group: gid_t?) throws(ControlError) {
        guard let group else { return }
        guard unsafe chown(folder, uid_t.max, group) == 0,
            unsafe chmod(folder, self.groupMode) == 0
        else { throw self.fault(folder) }
    }

    private static func number(of group: String?) throws(ControlError) -> gid_t? {
        guard let group else { return nil }
        guard let number = ControlAdmission.number(ofGroup: group) else {
            throw .socket(.unknownGroup(name: group))
        }
        return number
    }

    private static func fault(_ folder: String) -> ControlError {
        .folder(path: folder, fault: SystemFault(number: errno))
    }
}

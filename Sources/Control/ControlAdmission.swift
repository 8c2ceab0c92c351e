import EventLoop
import Glibc

/// Who may drive this daemon: its own user, root, and the members of one group if there is one.
struct ControlAdmission {
    /// 1,024: more groups than one user has; a user of more is judged by the first.
    private static let groupsMaximum = 1_024

    private let user: UInt32
    private let groupName: String?
    private let group: UInt32?

    init(group: String?, user: UInt32 = geteuid()) {
        self.user = user
        self.groupName = group
        self.group = group.flatMap { Self.number(ofGroup: $0) }
    }

    func admits(_ credentials: PeerCredentials) -> Bool {
        if credentials.user == self.user || credentials.user == 0 { return true }
        guard let group = self.group else { return false }
        return credentials.group == group
            || Self.groups(ofUser: credentials.user, primary: credentials.group).contains(group)
    }

    func refusal(of credentials: PeerCredentials) -> String {
        let others = self.groupName.map { ", root and the group \($0)" } ?? " and root"
        return """
            This daemon answers user \(self.user)\(others) only; you are user \(credentials.user).
            """
    }

    // MARK: The system's lists

    /// The number of a group given by name or number.
    static func number(ofGroup name: String) -> UInt32? {
        if let number = UInt32(name) { return number }
        guard !name.utf8.contains(0), let entry = unsafe getgrnam(name) else { return nil }
        return unsafe entry.pointee.gr_gid
    }

    /// All groups that the system's lists name for a user.
    private static func groups(ofUser user: UInt32, primary: UInt32) -> [UInt32] {
        guard let entry = unsafe getpwuid(user) else { return [] }
        var groups = [gid_t](repeating: 0, count: self.groupsMaximum)
        var count = Int32(groups.count)
        guard unsafe getgrouplist(entry.pointee.pw_name, primary, &groups, &count) >= 0 else {
            return groups
        }
        return [UInt32](groups.prefix(Int(count)))
    }
}

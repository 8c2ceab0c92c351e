import Control

/// `paceline status`: this daemon, and who can see it.
enum StatusCommand {
    static let command: Command = Command(
        name: "status",
        summary: "show this daemon, and who can see and join it",
        action: { invocation, console throws(CommandFailure) in
            let status = try invocation.ask(.status)
            if invocation.isJSON { return try console.show(status) }
            try console.write(lines: StatusCommand.lines(of: status))
            if status["identityInUse"]?.flag == true {
                console.warn(
                    """
                    Another machine on this network uses the same identity; run `paceline identity \
                    reset` on one of them.
                    """
                )
            }
        }
    )

    private static func lines(of status: JSONValue) -> [String] {
        let members = status["session"]?["members"]?.integer
        let activities = status["activities"]?.items?.compactMap(\.text).joined(separator: ", ")
        let rows: [(String, String?)] = [
            ("Name", status["name"]?.text),
            ("ID", self.identity(of: status)),
            ("Port", status["port"]?.integer.map { "\($0)" }),
            ("Visible", status["visible"]?.flag.map { $0 ? "yes" : "no" }),
            ("Discovery", status["discovery"]?.text),
            ("Session", members.map { $0 == 1 ? "1 other" : "\($0) others" }),
            ("Activities", activities),
            ("Game", status["game"]?.text),
            ("Ride", status["ride"]?.text),
            ("Daemon", self.daemon(of: status)),
            ("Page", status["web"]?.text),
            ("Socket", status["socket"]?.text),
            ("State", status["state"]?.text),
        ]
        let shown = rows.compactMap { name, value -> String? in
            guard let value, !value.isEmpty else { return nil }
            return
                "\(name)\(String(repeating: " ", count: 12 - name.count))\(Printable.text(value))"
        }
        return shown + [status["sentence"]?.text].compactMap { $0.map(Printable.text) }
    }

    private static func identity(of status: JSONValue) -> String? {
        guard let id = status["id"]?.text else { return nil }
        return "\(status["short"]?.text ?? ShortID.text(id))  (\(id))"
    }

    private static func daemon(of status: JSONValue) -> String? {
        guard let version = status["version"]?.text else { return nil }
        let process = status["pid"]?.integer.map { ", process \($0)" } ?? ""
        let uptime =
            status["uptimeSeconds"]?.number.map { ", up \(Timestamp.age(seconds: Int64($0)))" }
            ?? ""
        return "pacelined \(version)\(process)\(uptime)"
    }
}

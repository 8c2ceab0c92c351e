import Platform

/// The browser that this desktop opens addresses in.
enum Browser {
    /// Opens an address that holds a secret; without effect where there is no `xdg-open`.
    ///
    /// Every user of a machine can read its command lines, so that the browser is handed a file
    /// that leads to the address.
    static func open(_ address: String) throws(CommandFailure) {
        // The user's own folder for as long as the session on the desktop lasts.
        guard self.isPlain(address), let folder = Surroundings.variable("XDG_RUNTIME_DIR"),
            folder.hasPrefix("/")
        else { return }
        let path = "\(folder)/paceline-web.html"
        let page = """
            <!DOCTYPE html>
            <meta charset="utf-8">
            <title>Paceline</title>
            <meta http-equiv="refresh" content="0;url=\(address)">
            <a href="\(address)">Paceline</a>

            """
        try LocalFile.writePrivately(page, to: path, isReplacing: true)
        Program.start(["xdg-open", path])
    }

    /// Whether it is an address of this machine that means the same inside of a page.
    private static func isPlain(_ address: String) -> Bool {
        address.hasPrefix("http://127.0.0.1:")
            && address.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: ":/.#=_-".utf8.contains(byte)
                }
            }
    }
}

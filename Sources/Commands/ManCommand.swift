/// `paceline man`: the manual page.
enum ManCommand {
    static let command: Command = Command(
        name: "man",
        summary: "print the manual page as roff",
        examples: [
            .init(line: "paceline man | man -l -", meaning: "read it"),
            .init(
                line: "paceline man >/usr/local/share/man/man1/paceline.1",
                meaning: "install it"
            ),
        ],
        action: { _, console throws(CommandFailure) in
            try console.write(lines: ManPage.lines(of: CommandTable.root))
        }
    )
}

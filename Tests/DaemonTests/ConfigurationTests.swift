import Daemon
import Peers
import Testing

@Suite struct ConfigurationTests {
    typealias Problem = DaemonOptions.Problem

    private func read(_ text: String) throws -> DaemonOptions {
        try self.read(Array(text.utf8))
    }

    private func read(_ bytes: [UInt8]) throws -> DaemonOptions {
        try DaemonOptions.configuration(bytes, path: "/c")
    }

    private func sentence(_ text: String) -> String? {
        #expect(throws: Problem.self) { try self.read(text) }?.description
    }

    @Test func `options are read a line each, with blanks and comments between`() throws {
        let options = try self.read(
            """
            # Who we are
            name = ada l.

               port=7000
            \tinterface =eth0
            interface= eth1
            hidden
            state = /a b = c
            """
        )
        #expect(options.name?.text == "ada l.")
        #expect(options.port == 7_000)
        #expect(options.interfaces == ["eth0", "eth1"])
        #expect(options.isHidden)
        #expect(options.state == "/a b = c")
    }

    @Test(arguments: ["name = ada\r\nport = 7000\r\n", "\u{FEFF}name = ada\nport = 7000"])
    func `a file from another system's editor is read as well`(text: String) throws {
        let options = try self.read(text)
        #expect(options.name?.text == "ada")
        #expect(options.port == 7_000)
    }

    @Test func `nothing, blanks and comments set nothing`() throws {
        for text in ["", "\n\n", "   \n\t\n", "# port = 1", "  # x\n"] {
            #expect(try self.read(text) == DaemonOptions())
        }
    }

    @Test func `hidden takes true and false`() throws {
        #expect(try self.read("hidden = true").isHidden)
        #expect(try !self.read("hidden = false").isHidden)
        #expect(
            self.sentence("hidden = maybe")
                == "/c:1: hidden can't be “maybe”: it must be true or false."
        )
    }

    @Test(arguments: [
        ("\n\nfoo = bar", "/c:3: there is no option “foo”; `pacelined --help` lists them."),
        ("a\n", "/c:1: there is no option “a”; `pacelined --help` lists them."),
        ("= x", "/c:1: there is no option “”; `pacelined --help` lists them."),
        ("--port = 9", "/c:1: there is no option “--port”; `pacelined --help` lists them."),
        ("[daemon]", "/c:1: there is no option “[daemon]”; `pacelined --help` lists them."),
        ("name=ada\nport", "/c:2: port needs a value."),
        ("port =  ", "/c:1: port needs a value."),
        (
            "name = ada\r\nport = 99999",
            "/c:2: port can't be “99999”: a port is a number from 1 to 65535."
        ),
    ])
    func `a line that can't be followed is named by file and number`(
        text: String,
        sentence: String
    ) {
        #expect(self.sentence(text) == sentence)
    }

    @Test func `a line that is not UTF-8 is refused and not mended`() {
        let bytes = Array("port = 1\nname = a".utf8) + [0xFF, 0x0A]
        let problem = #expect(throws: Problem.self) { try self.read(bytes) }
        #expect(problem == .notUTF8(at: .file("/c", line: 2)))
        #expect(problem?.description == "/c:2: this line is not text in UTF-8.")
    }
}

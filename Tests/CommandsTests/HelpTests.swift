import Commands
import Control
import Glibc
import LoopTesting
import Testing

@Suite struct HelpTests {
    static let verbs = [
        "status", "peers", "watch", "name", "visible", "connect", "disconnect", "block", "allow",
        "identity", "play", "game", "ride", "web", "completion", "man", "help",
    ]
    static let gameVerbs = ["new", "guess", "answer", "cancel", "status", "history", "scores"]
    static let rideVerbs = [
        "riders", "map", "log", "here", "start", "away", "gpsd", "status", "simulants", "zone",
        "precision", "invisible", "dice", "export",
    ]
    static let zoneVerbs = ["list", "add", "remove"]
    static let identityVerbs = ["show", "export", "import", "reset"]

    static let paths =
        verbs.map { [$0] } + gameVerbs.map { ["game", $0] }
        + identityVerbs.map { ["identity", $0] } + rideVerbs.map { ["ride", $0] }
        + zoneVerbs.map { ["ride", "zone", $0] }

    @Test func `help lists every verb, and every verb has help`() {
        let help = Run([]).output
        for verb in Self.verbs {
            #expect(help.contains("\n  \(verb) "), "\(verb)")
        }
        for path in Self.paths {
            let run = Run(path + ["--help"])
            let spoken = (["paceline"] + path).joined(separator: " ")
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("\(spoken): "))
            #expect(run.output.contains("\nUsage: \(spoken)"))
            #expect(run.output.contains("--socket PATH"))
            for line in run.output.split(separator: "\n") {
                #expect(line.count <= 100, "\(line)")
            }
        }
        for verb in Self.gameVerbs {
            #expect(Run(["game", "-h"]).output.contains("\n  \(verb) "))
        }
        for verb in Self.rideVerbs {
            #expect(Run(["ride", "-h"]).output.contains("\n  \(verb) "))
        }
    }

    @Test func `the man page has every verb, and nothing that roff would misread`() {
        let run = Run(["man"])
        #expect(run.status == 0)
        for path in Self.paths {
            let spoken = (["paceline"] + path).joined(separator: " ")
            #expect(run.output.contains(".SS \(spoken)"), "\(spoken)")
        }
        let requests: Set = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".I", ".BR"]
        for line in run.output.split(separator: "\n") {
            #expect(!line.hasPrefix("'"))
            #expect(line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(line)")
            if line.hasPrefix("."), let request = line.split(separator: " ").first {
                #expect(requests.contains(String(request)), "\(line)")
            }
        }
    }

    /// Runs the bash completion over words, the last being completed.
    private static func complete(_ words: [String]) throws -> Set<String> {
        var template = Array("/tmp/paceline-XXXXXX".utf8CString)
        close(mkstemp(&template))
        let file = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unlink(file) }
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            \(Run(["completion", "bash"]).output)
            COMP_WORDS=(paceline \(line)); COMP_CWORD=\(words.count)
            _paceline
            printf '%s\\n' "${COMPREPLY[@]}" >\(file)
            """
        #expect(try ChildProcess.run(["bash", "-uc", script]) == 0)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let descriptor = open(file, O_RDONLY)
        defer { close(descriptor) }
        let count = read(descriptor, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return Set(text.split(separator: "\n").map(String.init))
    }

    @Test func `bash completes verbs, values and options`() throws {
        let globals: Set = ["--socket", "--json", "--version", "--help"]
        #expect(try Self.complete([""]) == globals.union(Self.verbs))
        #expect(try Self.complete(["ga"]) == ["game"])
        #expect(try Self.complete(["game", ""]) == globals.union(Self.gameVerbs))
        #expect(try Self.complete(["--json", "game", "answer", "l"]) == ["lower"])
        #expect(try Self.complete(["game", "answer", "lower", "--t"]) == ["--to"])
        #expect(try Self.complete(["peers", "--w"]) == ["--watch"])
        #expect(try Self.complete(["name", "game", "--f"]) == ["--force"])
        #expect(try Self.complete(["visible", ""]) == globals.union(["on", "off"]))
        #expect(try Self.complete(["identity", "import", "/etc/passw"]).contains("/etc/passwd"))
        #expect(try Self.complete(["--socket", "/etc/passw"]).contains("/etc/passwd"))
        let routes = try Self.complete(["ride", "start", "--route", "/etc/passw"])
        #expect(routes.contains("/etc/passwd"))
        #expect(try Self.complete(["ride", "status", "b"]) == ["breather"])
        #expect(try Self.complete(["ride", "simulants", "a"]) == ["add"])
        #expect(try Self.complete(["ride", "zone", "rem"]) == ["remove"])
        #expect(try Self.complete(["ride", "precision", "e"]) == ["exact"])
    }

    @Test func `bash completes what may stand at a place, and files whatever they are called`()
        throws
    {
        let globals: Set = ["--socket", "--json", "--version", "--help"]
        #expect(try Self.complete(["ride", "status", "flat", ""]) == globals)
        let export = try Self.complete(["ride", "export", ""])
        #expect(export == globals.union(["route", "track", "--force"]))
        let answer = ["--socket", "ride", "game", "answer", "--to", "x", "g"]
        #expect(try Self.complete(answer) == ["greater"])
        #expect(try Self.complete(["--socket", "=", "x", "ride", "dice", "t"]) == ["tutorial"])
        #expect(try Self.complete(["ride", "start", "--speed", ""]) == [])
        let scratch = ScratchFolder()
        defer { scratch.remove() }
        let file = scratch.file("my ride.gpx")
        close(open(file, O_CREAT | O_WRONLY, 0o600))
        let begun = String(file.dropLast(5))
        #expect(try Self.complete(["ride", "export", "track", begun]) == [file])
        #expect(try Self.complete(["ride", "start", "--route", begun]) == [file])
    }

    @Test func `the other shells' scripts name every verb and have balanced quotes`() {
        for shell in ["zsh", "fish"] {
            let run = Run(["completion", shell])
            #expect(run.status == 0)
            for path in Self.paths {
                #expect(run.output.contains(path.last ?? ""), "\(shell) \(path)")
            }
            for line in run.output.split(separator: "\n") where !line.hasPrefix("#") {
                let bare = line.replacing("'\\''", with: "").replacing("\\'", with: "")
                #expect(bare.count { $0 == "'" } % 2 == 0, "\(shell): \(line)")
            }
        }
    }
}

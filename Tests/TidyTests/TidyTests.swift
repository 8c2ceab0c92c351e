import Foundation
import Testing

@Suite struct TidyTests {
    private static let rules =
        Rule.bans + Rule.purity + Rule.arrows + Rule.budgets + Rule.names

    private static let top = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    @Test func `the repository keeps every rule`() throws {
        let files = try Self.files()
        let manifest = try Manifest(Self.text("Package.swift"))
        #expect(files.count > manifest.targets.filter { $0.layer != .library }.count)
        let offences = files.flatMap { file in
            Self.rules.flatMap { $0.offences(in: file, manifest) }
        }
        for offence in offences {
            Issue.record("\(offence)")
        }
    }

    @Test func `the manifest is read whole`() throws {
        let text = try Self.text("Package.swift")
        let manifest = Manifest(text)
        let package = try #require(text.split(separator: "\nextension Target").first)
        let words = Layer.allCases.map(\.rawValue).joined(separator: "|")
        let declared = package.matches(of: try Regex("(?m)^ +\\.(?:\(words))\\(")).count
        #expect(manifest.targets.count == declared)
        #expect(manifest.targets.count > 30)
        #expect(manifest.target("LinkIO")?.dependencies == ["EventLoop", "TLS", "Wire"])
        #expect(manifest.target("CUV")?.layer == .library)
        #expect(manifest.target("SessionEngine")?.dependencies.contains("Wire") == true)
        #expect(manifest.target("Wire")?.dependencies == [])
    }

    @Test(arguments: rules)
    func `each rule finds what it bans, and only that`(rule: Rule) {
        #expect(!rule.bad.isEmpty && !rule.good.isEmpty)
        for sample in rule.bad {
            #expect(!rule.offences(in: sample).isEmpty, "not noticed in \(sample)")
        }
        for sample in rule.good {
            #expect(rule.offences(in: sample) == [], "wrongly found in \(sample)")
        }
    }

    @Test func `an offence names file, line, what and instead`() throws {
        let sample = Rule.Sample("Sources/Wire/Wire.swift", "\n\nlet a = try! b()")
        let offence = try #require(Self.rules.flatMap { $0.offences(in: sample) }.first)
        #expect(
            "\(offence)" == "Sources/Wire/Wire.swift:3: “try!” is banned here; instead: "
                + "preconditionFailure with the state, or a thrown error"
        )
    }

    @Test(arguments: [
        ("a \"b // c\" d // e \"", "a \"      \" d       "),
        ("\"a\\(b(\"c\"))d\" e", "\"  (b(\" \")) \" e"),
        ("#\"a\"b\\(c)\\#(d)\"# e", "#\"         (d)\"# e"),
        ("\"\"\"\na\"b\n\"\"\" c", "\"\"\"\n   \n\"\"\" c"),
        ("/* a /* b */ c */ d", "                  d"),
        ("func `a // b \"c`() {}", "func `         `() {}"),
        ("\"\\\"a\" b", "\"   \" b"),
    ])
    func `code is told from strings and comments`(text: String, code: String) {
        #expect(String(decoding: Lexer(text).code, as: UTF8.self) == code)
    }

    @Test func `functions are measured`() {
        let text = """
            struct A {
                init(b: [Int] = [].map { $0 }) {
                }
                func c() where D: E
                {
                    if f { g { } }
                }
            }
            """
        let found = Functions(in: SourceFile(path: "Sources/Wire/A.swift", text: text)).found
        #expect(found.map(\.start) == [1, 3])
        #expect(found.map(\.lines) == [2, 4])
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(self.top)/\(path)", encoding: .utf8)
    }

    private static func files() throws -> [SourceFile] {
        let paths = ["Sources", "Tests"].flatMap { folder in
            (FileManager.default.subpaths(atPath: "\(self.top)/\(folder)") ?? [])
                .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
        }
        return try (["Package.swift"] + paths.sorted()).map {
            SourceFile(path: $0, text: try Self.text($0))
        }
    }
}

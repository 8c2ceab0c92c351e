extension Rule {
    /// What files and types are called, and what comments say.
    static let names: [Rule] = [
        Rule.fileNames, Rule.typeNames, Rule.oneType, Rule.markers, Rule.deadCode, Rule.waivers,
    ]

    private static let vague = [
        "Util", "Utils", "Helper", "Helpers", "Extensions", "Manager", "Impl",
    ]

    private static let fileNames = Rule(
        "names of files",
        instead: "the name of the type that it helps, or of the purpose",
        bad: [
            .init("Sources/Wire/Utils.swift", ""), .init("Tests/WireTests/TestHelpers.swift", ""),
            .init("Sources/Wire/Wire+Extensions.swift", ""),
            .init("Sources/Wire/LinkManager.swift", ""),
        ],
        good: [.init("Sources/Wire/Wire+Rows.swift", "")]
    ) { file, _ in
        guard let word = Rule.vague.first(where: { file.stem.hasSuffix($0) }) else { return [] }
        return [(0, "a file named \(word)")]
    }

    private static let typeNames = Rule(
        "names of types",
        instead: "a noun of the domain",
        bad: [.init("Sources/Wire/Wire.swift", "  final class LinkManager {")],
        good: [.init("Sources/Wire/Wire.swift", "let manager = LinkManager()")]
    ) { file, _ in
        file.code.enumerated().compactMap { line, code in
            guard Rule.vague.contains(where: { code.holds($0) }) else { return nil }
            let declared = code.firstMatch(of: /(?:struct|class|enum|actor|protocol)\s+(\w+)/)
            guard let name = declared?.1, Rule.vague.contains(where: { name.hasSuffix($0) }) else {
                return nil
            }
            return (line, "a type named \(name)")
        }
    }

    private static let oneType = Rule(
        "one top-level type a file, named for it",
        instead: "Type.swift, or Type+Part.swift",
        bad: [
            .init("Sources/Wire/Wire.swift", "struct Wire {\n}\nenum WireError {\n}"),
            .init("Sources/Wire/Wire.swift", "public struct Frame {\n}"),
            .init("Sources/Wire/Frame.swift", "extension Wire {\n}"),
        ],
        good: [
            .init("Sources/Wire/Wire.swift", "struct Wire {\n  enum A {}\n}\nprivate enum B {}"),
            .init("Sources/Wire/Wire+CBOR.swift", "extension Wire {\n}"),
            .init("Sources/Wire/Wire.swift", "@frozen public struct Wire {}\nextension Int {}"),
            .init("Sources/Wire/hash.swift", "func hash() {}"),
            .init("Tests/WireTests/WireTests.swift", "struct A {}\nstruct B {}"),
        ]
    ) { file, _ in
        guard file.isInSources else { return [] }
        let pattern =
            #/
            ^(?:@\w+ \s+)*
            (?:(?:public|package|internal|final|indirect|nonisolated) \s+)*
            (struct|class|enum|actor|protocol|extension) \s+
            ([\w.]+)
            /#
        let declared = file.code.enumerated().compactMap { line, code in
            Rule.isIndented(code)
                ? nil
                : code.firstMatch(of: pattern).map { (line: line, kind: $0.1, name: String($0.2)) }
        }
        let types = declared.filter { $0.kind != "extension" }
        if types.count > 1 {
            return types.dropFirst().map { ($0.line, "a second top-level type, \($0.name)") }
        }
        guard let first = types.first ?? declared.first else { return [] }
        let isNamed =
            types.isEmpty
            ? declared.contains { file.stem.hasPrefix("\($0.name)+") }
            : file.stem == first.name || file.stem.hasPrefix("\(first.name)+")
        return isNamed ? [] : [(first.line, "\(first.name) in a file named \(file.stem)")]
    }

    /// Whether a line declares nothing at the top level.
    private static func isIndented(_ code: String) -> Bool {
        guard let first = code.utf8.first else { return true }
        return " })]".utf8.contains(first)
    }

    private static let markers = Rule(
        "unfinished work",
        instead: "the work, or the number of an issue",
        bad: [
            .init("Sources/Wire/Wire.swift", "let a = 1  // FIXME: later"),
            .init("Sources/Wire/Wire.swift", "/* TODO later */"),
        ],
        good: [.init("Sources/Wire/Wire.swift", "let a = \"FIXME\"  // TODO(#12): this")]
    ) { file, _ in
        file.comments.compactMap { comment in
            guard ["FIXME", "XXX", "HACK", "TODO"].contains(where: { comment.text.holds($0) })
            else { return nil }
            return comment.text.firstMatch(
                of: /\b(?:FIXME|XXX|HACK|TODO(?!\(#\d+\)))/.wordBoundaryKind(.simple)
            )
            .map { (comment.line, "“\($0.0)” is banned") }
        }
    }

    private static let deadCode = Rule(
        "code in comments",
        instead: "nothing: commits remember it",
        bad: [
            .init("Sources/Wire/Wire.swift", "// let a = 1"),
            .init("Sources/Wire/Wire.swift", "    // if a > b {"),
            .init("Sources/Wire/Wire.swift", "// self.frames.removeAll()"),
            .init("Sources/Wire/Wire.swift", "// }"),
        ],
        good: [
            .init("Sources/Wire/Wire.swift", "// let the peer know (it may wait);"),
            .init("Sources/Wire/Wire.swift", "/// let a = 1"),
        ]
    ) { file, _ in
        let code =
            #/
            ^// \s*
            (?: (?:let|var) \s+ \w+ \s* [:=]
            | self\.\w+[\w.]* (?:\(|\s*=)
            | import \s+ \w+$
            | .*[{}]$
            )
            /#
        return file.comments.filter { !$0.text.hasPrefix("///") && $0.text.contains(code) }
            .map { ($0.line, "code in a comment") }
    }

    private static let waivers = Rule(
        "waivers without a reason",
        instead: "“tidy-ok: ” and the reason",
        bad: [
            .init("Sources/Wire/Wire.swift", "a()  // tidy-ok"),
            .init("Sources/Wire/Wire.swift", "a()  // tidy-ok:"),
        ],
        good: [
            .init("Sources/Wire/Wire.swift", "a()  // tidy-ok: the reason"),
            .init("Sources/Wire/Wire.swift", "a()  // tidy-ok: a reason"),
        ]
    ) { file, _ in
        file.comments.filter { $0.text.hasPrefix("// tidy-ok") && !file.isWaived($0.line) }
            .map { ($0.line, "a waiver without a reason") }
    }
}

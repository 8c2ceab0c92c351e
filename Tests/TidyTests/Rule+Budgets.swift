extension Rule {
    /// The walls that style sets for lengths.
    static let budgets: [Rule] = [
        Rule.fileLength, Rule.lineLength, Rule.functionLength, Rule.programLength,
    ]

    private static let fileLength = Rule(
        "files of at most 600 lines",
        instead: "several types, each the owner of its state",
        bad: [.init("Sources/Wire/Wire.swift", String(repeating: "let a = 1\n", count: 601))],
        good: [.init("Sources/Wire/Wire.swift", String(repeating: "let a = 1\n", count: 600))]
    ) { file, _ in
        file.lines.count > 600 ? [(600, "a file of \(file.lines.count) lines")] : []
    }

    private static let lineLength = Rule(
        "lines of at most 100 columns",
        instead: "a break",
        bad: [.init("Sources/Wire/Wire.swift", String(repeating: "a", count: 101))],
        good: [
            .init("Sources/Wire/Wire.swift", String(repeating: "ж", count: 100)),
            .init("Package.swift", String(repeating: "a", count: 101)),
        ]
    ) { file, _ in
        // swift-format wraps the manifest's lists by its own lights.
        guard file.path != "Package.swift" else { return [] }
        return file.lines.enumerated().compactMap { line, text in
            text.utf8.count > 100 && text.count > 100
                ? (line, "a line of \(text.count) columns") : nil
        }
    }

    private static let functionLength = Rule(
        "functions of at most 70 lines",
        instead: "functions with names for their parts",
        bad: [
            .init("Sources/Wire/Wire.swift", Rule.sampleFunction("func a()", lines: 71)),
            .init(
                "Sources/Wire/Wire.swift",
                Rule.sampleFunction("func a<B>(\n_ b: B = {}\n)", lines: 70)
            ),
            .init(
                "Sources/Wire/Wire.swift",
                Rule.sampleFunction("public init?(a: Int)", lines: 71)
            ),
            .init("Sources/Wire/Wire.swift", Rule.sampleFunction("deinit", lines: 71)),
        ],
        good: [
            .init("Sources/Wire/Wire.swift", Rule.sampleFunction("func a()", lines: 70)),
            .init("Sources/Wire/Wire.swift", Rule.sampleFunction("struct A", lines: 100)),
            .init(
                "Sources/Wire/Wire.swift",
                "protocol A {\n func a()\n func b() -> Int\n}\n"
                    + Rule.sampleFunction("struct B", lines: 100)
            ),
            .init(
                "Sources/Wire/Wire.swift",
                "func a() { \"}\" }\n" + String(repeating: "\n", count: 90)
            ),
        ]
    ) { file, _ in
        Functions(in: file).found.compactMap { function in
            function.lines > 70 ? (function.start, "a function of \(function.lines) lines") : nil
        }
    }

    private static let programLength = Rule(
        "programs of under 60 lines",
        instead: "a shell that the program starts",
        bad: [.init("Sources/paceline/main.swift", String(repeating: "a()\n", count: 60))],
        good: [.init("Sources/paceline/main.swift", String(repeating: "a()\n", count: 59))]
    ) { file, manifest in
        guard manifest.layer(of: file) == .program, file.lines.count >= 60 else { return [] }
        return [(59, "a program of \(file.lines.count) lines")]
    }

    private static func sampleFunction(_ head: String, lines: Int) -> String {
        "\(head) {\n" + String(repeating: "    a(\"}\")  // }\n", count: lines - 2) + "}\n"
    }
}

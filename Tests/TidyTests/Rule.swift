import Testing

/// Something that sources must not do, with samples that prove that it is noticed.
struct Rule: Sendable, CustomTestStringConvertible {
    /// A line, by its index, and what is wrong with it.
    typealias Finding = (line: Int, what: String)

    /// A file made up for the proof; the manifest is ``sampleManifest`` unless it is one itself.
    struct Sample: Sendable {
        let path: String
        let text: String

        init(_ path: String, _ text: String) {
            self.path = path
            self.text = text
        }
    }

    let name: String
    let instead: String
    let bad: [Sample]
    let good: [Sample]
    let find: @Sendable (SourceFile, Manifest) -> [Finding]

    var testDescription: String { self.name }

    init(
        _ name: String,
        instead: String,
        bad: [Sample],
        good: [Sample],
        find: @escaping @Sendable (SourceFile, Manifest) -> [Finding]
    ) {
        self.name = name
        self.instead = instead
        self.bad = bad
        self.good = good
        self.find = find
    }

    /// The offences in a file; lines with a waiver have none.
    func offences(in file: SourceFile, _ manifest: Manifest) -> [Offence] {
        self.find(file, manifest).filter { !file.isWaived($0.line) }.map { finding in
            Offence(
                path: file.path,
                line: finding.line + 1,
                what: finding.what,
                instead: self.instead
            )
        }
    }

    func offences(in sample: Sample) -> [Offence] {
        let isManifest = sample.path == "Package.swift"
        return self.offences(
            in: SourceFile(path: sample.path, text: sample.text),
            Manifest(isManifest ? sample.text : Self.sampleManifest)
        )
    }

    /// A rule against a pattern in code.
    ///
    /// A line that holds none of `marks` can't match; it is much quicker to look for these first.
    static func ban(
        _ pattern: String,
        marks: [String],
        where applies: @escaping @Sendable (SourceFile, Layer?) -> Bool,
        instead: String,
        bad: [Sample],
        good: [Sample]
    ) -> Rule {
        Rule(pattern, instead: instead, bad: bad, good: good) { file, manifest in
            guard applies(file, manifest.layer(of: file)) else { return [] }
            let suspects = file.code.indices.filter { line in
                marks.contains { file.code[line].holds($0) }
            }
            guard !suspects.isEmpty else { return [] }
            guard let regex = try? Regex(pattern).wordBoundaryKind(.simple) else {
                return [(0, "no regex: \(pattern)")]
            }
            return suspects.compactMap { line in
                let code = file.code[line]
                return code.firstMatch(of: regex).map {
                    (line, "“\(code[$0.range])” is banned here")
                }
            }
        }
    }

    static let sampleManifest = """
        .library("CLoop", apt: ["libloop-dev"]),
        .pure("Wire"),
        .calculation("Digest", ["CLoop"]),
        .wrapper("EventLoop", ["CLoop"]),
        .shell("Rooms", ["EventLoop", "Wire"]),
        .shell("Commands", ["EventLoop"]),
        .program("paceline", ["Commands"]),
        .tests("WireTests", ["Wire"]),
        """
}

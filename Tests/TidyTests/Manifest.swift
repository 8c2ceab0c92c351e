/// What Package.swift declares: each target with its layer and dependencies.
struct Manifest: Sendable {
    struct Target: Sendable {
        let layer: Layer
        let name: String
        let dependencies: [String]
        /// The index of the line on which it begins.
        let line: Int
    }

    let targets: [Target]

    /// Reads lines such as `.pure("Wire", ["Determinism"]),`, also when they are wrapped.
    init(_ text: String) {
        var targets: [Target] = []
        for match in text.matches(of: /(?m)^ *\.([a-z]+)\(\s*"(\w+)"([^()]*)\)/) {
            guard let layer = Layer(rawValue: String(match.1)) else { continue }
            let listed = layer == .library ? "" : match.3
            targets.append(
                Target(
                    layer: layer,
                    name: String(match.2),
                    dependencies: listed.matches(of: /"(\w+)"/).map { String($0.1) },
                    line: text[..<match.range.lowerBound].count { $0 == "\n" }
                )
            )
        }
        self.targets = targets
    }

    func target(_ name: String?) -> Target? {
        self.targets.first { $0.name == name }
    }

    func layer(of file: SourceFile) -> Layer? {
        self.target(file.target)?.layer
    }
}

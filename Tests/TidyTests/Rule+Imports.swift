extension Rule {
    /// Who may know whom.
    static let arrows: [Rule] = [
        Rule.imports, Rule.testableImports, Rule.declaredArrows, Rule.cOwners, Rule.declaredFolders,
    ]

    private static let imports = Rule(
        "imports",
        instead: "a dependency that the layer allows, declared in Package.swift",
        bad: [
            .init("Sources/Wire/Wire.swift", "import Foundation"),
            .init("Sources/Wire/Wire.swift", "internal import Glibc"),
            .init("Sources/Wire/Wire.swift", "@preconcurrency import EventLoop"),
            .init("Sources/Rooms/Room.swift", "import Foundation"),
            .init("Sources/Rooms/Room.swift", "import struct Digest.SHA256"),
            .init("Sources/Rooms/Room.swift", "import CLoop"),
            .init("Sources/EventLoop/Loop.swift", "public import FoundationEssentials"),
            .init("Tests/WireTests/WireTests.swift", "import EventLoop"),
        ],
        good: [
            .init("Sources/Rooms/Room.swift", "public import Wire\nimport FoundationEssentials"),
            .init("Sources/EventLoop/Loop.swift", "import CLoop\nimport Glibc"),
            .init("Tests/WireTests/WireTests.swift", "import Foundation\n@testable import Wire"),
            .init("Sources/Wire/Wire.swift", "let a = \"\"\"\n  import Foundation\n  \"\"\""),
        ]
    ) { file, manifest in
        guard let target = manifest.target(file.target) else { return [] }
        return Rule.importedModules(of: file).compactMap { line, module in
            let allowed = target.layer.systemModules.union(target.dependencies)
            guard !allowed.contains(module) else { return nil }
            return (
                line, "“import \(module)” is not for \(target.name), a \(target.layer.rawValue)"
            )
        }
    }

    private static let testableImports = Rule(
        "testable imports of shells",
        instead: "a machine of its own for what is to be tested",
        bad: [.init("Tests/RoomsTests/RoomTests.swift", "@testable import Rooms")],
        good: [.init("Tests/WireTests/WireTests.swift", "@testable import Wire\nimport Rooms")]
    ) { file, manifest in
        Rule.importedModules(of: file).compactMap { line, module in
            let isShell = manifest.target(module)?.layer == .shell
            guard isShell, file.code[line].contains("@testable") else { return nil }
            return (line, "“@testable import \(module)”, which is a shell")
        }
    }

    private static let declaredArrows = Rule(
        "arrows between layers",
        instead: "an arrow of design: outward rooms know inward ones only",
        bad: [
            .init("Package.swift", ".shell(\"A\"),\n.pure(\"B\", [\"A\"]),"),
            .init("Package.swift", ".pure(\"A\"),\n.wrapper(\n  \"B\",\n  [\"A\"]\n),"),
            .init("Package.swift", ".wrapper(\"A\"),\n.calculation(\"B\", [\"A\"]),"),
            .init("Package.swift", ".library(\"C\", apt: [\"c\"]),\n.shell(\"B\", [\"C\"]),"),
            .init("Package.swift", ".pure(\"A\"),\n.program(\"b\", [\"A\"]),"),
            .init("Package.swift", ".pure(\"A\", [\"Nowhere\"]),"),
            .init("Package.swift", ".support(\"A\"),\n.shell(\"B\", [\"A\"]),"),
        ],
        good: [
            .init("Package.swift", Rule.sampleManifest),
            .init("Package.swift", ".wrapper(\"EventLoop\"),\n.wrapper(\"B\", [\"EventLoop\"]),"),
        ]
    ) { file, manifest in
        guard file.path == "Package.swift" else { return [] }
        return manifest.targets.flatMap { target in
            target.dependencies.compactMap { name in
                guard let layer = manifest.target(name)?.layer else {
                    return (target.line, "\(target.name) depends on \(name), which has no layer")
                }
                let special = target.layer == .wrapper && Layer.mayDepend(target.name, on: name)
                guard !target.layer.arrows.contains(layer), !special else { return nil }
                let (from, to) = (target.layer.rawValue, layer.rawValue)
                return (target.line, "\(target.name), a \(from), depends on \(name), a \(to)")
            }
        }
    }

    private static let cOwners = Rule(
        "a C module with two owners",
        instead: "its one wrapper (or calculation)",
        bad: [
            .init(
                "Package.swift",
                ".library(\"C\", apt: []),\n.wrapper(\"A\", [\"C\"]),\n.wrapper(\"B\", [\"C\"]),"
            )
        ],
        good: [.init("Package.swift", Rule.sampleManifest)]
    ) { file, manifest in
        guard file.path == "Package.swift" else { return [] }
        return manifest.targets.filter { $0.layer == .library }.flatMap { library in
            [Layer.wrapper, .calculation].compactMap { layer in
                let owners = manifest.targets.filter {
                    $0.layer == layer && $0.dependencies.contains(library.name)
                }.map(\.name)
                guard owners.count > 1 else { return nil }
                return (
                    library.line, "\(library.name) is imported by \(owners.joined(separator: ", "))"
                )
            }
        }
    }

    private static let declaredFolders = Rule(
        "files of no target",
        instead: "a target with a layer in Package.swift",
        bad: [
            .init("Sources/Attic/Old.swift", ""), .init("Tests/AtticTests/Old.swift", ""),
        ],
        good: [.init("Sources/Wire/Wire.swift", ""), .init("Tests/WireTests/WireTests.swift", "")]
    ) { file, manifest in
        // Fuzz targets, which SwiftPM can't build, lie in folders of other names.
        let isOfTarget = file.isInSources || file.target?.hasSuffix("Tests") == true
        guard isOfTarget, manifest.layer(of: file) == nil else { return [] }
        return [
            (0, "this file's folder belongs to no target that the manifest declares in one word")
        ]
    }

    private static func importedModules(of file: SourceFile) -> [(line: Int, module: String)] {
        let pattern =
            #/
            ^\s* (?:@\w+ (?:\([^)]*\))? \s+)*
            (?:(?:public|package|internal|private|fileprivate) \s+)?
            import \s+
            (?:(?:struct|class|enum|protocol|func|var|let|typealias|actor) \s+)?
            (\w+)
            /#
        return file.code.enumerated().compactMap { line, code in
            guard code.holds("import") else { return nil }
            return code.firstMatch(of: pattern).map { (line, String($0.1)) }
        }
    }
}

/// The word by which the manifest declares a target.
enum Layer: String, CaseIterable, Sendable {
    case library, pure, calculation, wrapper, shell, program, support, drill, tests

    /// The system's modules that a target of this layer may import besides what it declares.
    var systemModules: Set<String> {
        switch self {
        case .library, .pure: []
        case .calculation, .wrapper, .drill: ["Glibc", "Synchronization"]
        case .shell, .program: ["FoundationEssentials", "Glibc", "Synchronization"]
        case .support, .tests: ["Dispatch", "Foundation", "Glibc", "Synchronization", "Testing"]
        }
    }

    /// The layers that a target of this layer may depend on.
    var arrows: Set<Layer> {
        switch self {
        case .library: []
        case .pure: [.pure, .calculation]
        case .calculation: [.library]
        case .wrapper: [.library]
        case .shell: [.shell, .wrapper, .calculation, .pure]
        case .program: [.shell]
        case .support: [.support, .wrapper, .calculation, .pure]
        case .drill: [.pure, .calculation, .support, .wrapper]
        case .tests: [.support, .shell, .wrapper, .calculation, .pure]
        }
    }

    /// What single wrappers may depend on beyond that.
    static func mayDepend(_ wrapper: String, on other: String) -> Bool {
        switch (wrapper, other) {
        case ("LinkIO", "TLS"), ("LinkIO", "Wire"), ("XML", "Markup"): true
        default: other == "EventLoop"
        }
    }
}

// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "paceline",
    products: [
        .executable(name: "pacelined", targets: ["pacelined"]),
        .executable(name: "paceline", targets: ["paceline"]),
    ],
    targets: [
        // MARK: C libraries, from Debian
        .library("CUV", apt: ["libuv1-dev"]),
        .library("COpenSSL", apt: ["libssl-dev"]),
        .library("CAvahi", apt: ["libavahi-compat-libdnssd-dev", "libavahi-common-dev"]),
        .library("CHTTPParser", apt: ["libhttp-parser-dev"]),
        .library("CGeodesic", apt: ["libproj-dev"]),
        .library("CExpat", apt: ["libexpat1-dev"]),
        .library("CGPS", apt: ["libgps-dev"]),

        // MARK: Pure: no I/O, no clock, no system randomness, no pointers, no Foundation
        .pure("Determinism"),
        .pure("Wire"),
        .pure("Peers", ["Wire"]),
        .pure("Discovery", ["Determinism", "Peers"]),
        .pure("Links", ["Determinism", "Digest", "Peers", "Wire"]),
        .pure("Activities", ["Determinism", "Peers", "Wire"]),
        .pure("Guessing", ["Activities", "Determinism", "Digest", "Peers", "Wire"]),
        .pure("Gameplay", ["Determinism"]),
        .pure(
            "Cycling",
            [
                "Activities", "Determinism", "Digest", "Gameplay", "Geodesy", "Peers", "Routes",
                "Wire",
            ]
        ),
        .pure(
            "SessionEngine",
            [
                "Activities", "Cycling", "Determinism", "Digest", "Discovery", "Guessing", "Links",
                "Peers", "Wire",
            ]
        ),
        .pure(
            "Simulation",
            [
                "Activities", "Cycling", "Determinism", "Discovery", "Geodesy", "Guessing", "Links",
                "Peers", "Routes", "SessionEngine", "Wire",
            ]
        ),
        .pure("Markup"),
        .pure("Routes", ["Determinism", "Geodesy", "Markup"]),

        // MARK: Calculation: total functions over C or unsafe code
        .calculation("Digest", ["COpenSSL"]),
        .calculation("Geodesy", ["CGeodesic"]),

        // MARK: Wrappers: one C library each, and the only importer of it
        .wrapper("EventLoop", ["CUV"]),
        .wrapper("Platform", []),
        .wrapper("TLS", ["COpenSSL"]),
        .wrapper("ServiceDiscovery", ["CAvahi", "EventLoop"]),
        .wrapper("Terminals", []),
        .wrapper("LinkIO", ["EventLoop", "TLS", "Wire"]),
        .wrapper("HTTP", ["CHTTPParser", "EventLoop"]),
        .wrapper("XML", ["CExpat", "Markup"]),
        .wrapper("GPS", ["CGPS", "EventLoop"]),

        // MARK: Shells: actors that drive the pure rooms
        .shell(
            "Peering",
            [
                "Determinism", "Discovery", "EventLoop", "LinkIO", "Links", "Peers",
                "ServiceDiscovery", "SessionEngine", "TLS",
            ]
        ),
        .shell(
            "Sessions",
            [
                "Activities", "Cycling", "Determinism", "Discovery", "EventLoop", "Guessing",
                "Links", "Peering", "Peers", "SessionEngine", "TLS", "Wire",
            ]
        ),
        .shell("RouteFiles", ["Markup", "Platform", "Routes", "XML"]),
        .shell("Control", ["EventLoop"]),
        .shell(
            "Dashboard",
            ["Control", "Digest", "EventLoop", "HTTP", "Platform"],
            embedding: [
                "Page/index.html", "Page/page.css", "Page/ride.css", "Page/main.js",
                "Page/connection.js", "Page/element.js", "Page/feed.js", "Page/game.js",
                "Page/peers.js", "Page/card.js", "Page/library.js", "Page/map.js",
                "Page/marker.js", "Page/motion.js", "Page/plane.js", "Page/ride.js",
                "Page/riders.js", "Page/states.js", "Page/trail.js", "Page/words.js",
                "Page/you.js",
            ]
        ),
        .shell(
            "Commands",
            ["Control", "Determinism", "EventLoop", "Peers", "Platform", "Terminals"]
        ),
        .shell(
            "Daemon",
            [
                "Activities", "Control", "Cycling", "Dashboard", "Determinism", "EventLoop",
                "GPS", "Geodesy", "Guessing", "Links", "Peering", "Peers", "Platform",
                "RouteFiles", "Routes", "SessionEngine", "Sessions", "TLS",
            ]
        ),

        // MARK: Executables
        .program("pacelined", ["Daemon"]),
        .program("paceline", ["Commands"]),

        // MARK: Tests, and what several of them share
        .support("FolderTesting", []),
        .support("LoopTesting", ["EventLoop"]),
        .support("DiscoveryStorm", ["LoopTesting", "ServiceDiscovery"]),
        .drill("DiscoveryDrill", ["DiscoveryStorm", "ServiceDiscovery"]),
        .drill("GPSDrill", ["EventLoop", "GPS"]),
        .support("GeodesyTesting", ["Geodesy"]),
        .drill("RideDrill", ["Cycling", "Geodesy", "Peers", "Routes"]),
        .tests("DeterminismTests", ["Determinism"]),
        .tests("WireTests", ["Determinism", "Wire"]),
        .tests("DigestTests", ["Digest"]),
        .tests("PeersTests", ["Peers", "Wire"]),
        .tests("DiscoveryTests", ["Determinism", "Discovery", "Peers"]),
        .tests("LinksTests", ["Determinism", "Links", "Peers", "Wire"]),
        .tests(
            "GuessingTests",
            ["Activities", "Determinism", "Digest", "Guessing", "Peers", "Wire"]
        ),
        .tests(
            "GameplayTests",
            ["Determinism", "Gameplay"],
            excluding: ["golden_values.py"]
        ),
        .tests(
            "CyclingTests",
            [
                "Activities", "Cycling", "Determinism", "Digest", "Gameplay", "Geodesy",
                "GeodesyTesting", "Links", "Peers", "Routes", "Wire",
            ]
        ),
        .tests(
            "SessionEngineTests",
            [
                "Activities", "Cycling", "Determinism", "Discovery", "GeodesyTesting", "Guessing",
                "Links", "Peers", "Routes", "SessionEngine", "Wire",
            ]
        ),
        .tests(
            "SimulationTests",
            ["Determinism", "Guessing", "Links", "Peers", "SessionEngine", "Simulation"]
        ),
        .tests("GeodesyTests", ["Geodesy", "GeodesyTesting"]),
        .tests("MarkupTests", ["Markup"]),
        .tests("RoutesTests", ["Geodesy", "GeodesyTesting", "Markup", "Routes", "XML"]),
        .tests("XMLTests", ["Markup", "XML"]),
        .tests("GPSTests", ["Determinism", "EventLoop", "GPS", "LoopTesting"]),
        .tests(
            "RouteFilesTests",
            [
                "Determinism", "FolderTesting", "Geodesy", "GeodesyTesting", "RouteFiles", "Routes",
            ]
        ),
        .tests("EventLoopTests", ["EventLoop", "LoopTesting"]),
        .tests("PlatformTests", ["FolderTesting", "Platform"]),
        .tests("TLSTests", ["Digest", "TLS"]),
        .tests("LinkIOTests", ["EventLoop", "LinkIO", "LoopTesting", "TLS", "Wire"]),
        .tests("ServiceDiscoveryTests", ["DiscoveryStorm", "EventLoop", "ServiceDiscovery"]),
        .tests(
            "PeeringTests",
            [
                "Activities", "Determinism", "EventLoop", "Peering", "Peers", "ServiceDiscovery",
                "SessionEngine",
            ]
        ),
        .tests(
            "DaemonTests",
            [
                "Activities", "Control", "Cycling", "Daemon", "Dashboard", "Determinism",
                "FolderTesting", "GPS", "Geodesy", "Guessing", "Peering", "Peers", "Platform",
                "TLS",
            ]
        ),
        .tests("ControlTests", ["Control", "EventLoop", "LoopTesting"]),
        .tests("HTTPTests", ["Determinism", "EventLoop", "HTTP", "LoopTesting"]),
        .tests(
            "DashboardTests",
            ["Control", "Dashboard", "EventLoop", "FolderTesting", "HTTP", "LoopTesting"]
        ),
        .tests(
            "CommandsTests",
            ["Commands", "Control", "EventLoop", "LoopTesting"],
            excluding: ["play_at_a_terminal.py"]
        ),
        .tests("LANTests", ["FolderTesting", "LoopTesting"]),
        .tests(
            "ProtocolTests",
            [
                "Activities", "Cycling", "Determinism", "Digest", "Geodesy", "GeodesyTesting",
                "Guessing", "Links", "Peers", "Routes", "Wire",
            ]
        ),
        .tests("TidyTests", [], isHeavy: true),
    ],
    swiftLanguageModes: [.v6]
)

// The layers, as words. Arrows: executables → shells → wrappers, calculation, pure;
// wrappers → C, EventLoop (LinkIO also TLS, Wire; XML also Markup); calculation → C;
// pure → pure, calculation.
// TidyTests reads this manifest and the sources, and holds them to it.

extension Target {
    private static let strict: [SwiftSetting] = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]

    /// Optimised in debug builds too.
    ///
    /// Simulations of whole networks take minutes of processor time otherwise. Preconditions stay.
    private static let fast: [SwiftSetting] = [
        .unsafeFlags(["-O"], .when(configuration: .debug))
    ]

    /// A C library that Debian ships: a module map and a shim, nothing else.
    static func library(_ name: String, apt packages: [String]) -> Target {
        .systemLibrary(name: name, path: "Sources/C/\(name)", providers: [.apt(packages)])
    }

    /// Values that decide.
    ///
    /// No I/O, no clock, no system randomness, no pointers, no Foundation.
    static func pure(_ name: String, _ dependencies: [Dependency] = []) -> Target {
        .target(
            name: name,
            dependencies: dependencies,
            swiftSettings: strict + fast + [.strictMemorySafety()]
        )
    }

    /// Stateless, total functions from values to values, over C or unsafe code inside.
    static func calculation(_ name: String, _ dependencies: [Dependency]) -> Target {
        .target(name: name, dependencies: dependencies, swiftSettings: strict)
    }

    /// One C library, and its only importer.
    ///
    /// No C type in the public interface.
    static func wrapper(_ name: String, _ dependencies: [Dependency]) -> Target {
        .target(name: name, dependencies: dependencies, swiftSettings: strict)
    }

    /// Actors that drive the pure rooms through the wrappers.
    ///
    /// The files to embed become bytes in the program, so that a release stays one file.
    static func shell(
        _ name: String,
        _ dependencies: [Dependency],
        embedding files: [String] = []
    ) -> Target {
        .target(
            name: name,
            dependencies: dependencies,
            resources: files.map { .embedInCode($0) },
            swiftSettings: strict + [.strictMemorySafety()]
        )
    }

    /// A composition root of under 60 lines.
    static func program(_ name: String, _ dependencies: [Dependency]) -> Target {
        .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
    }

    /// What several targets of tests share; no product holds it.
    static func support(_ name: String, _ dependencies: [Dependency]) -> Target {
        .target(
            name: name,
            dependencies: dependencies,
            path: "Tests/\(name)",
            swiftSettings: strict
        )
    }

    /// A program that tests run where they can't go themselves: on a host, or with a sanitizer.
    static func drill(_ name: String, _ dependencies: [Dependency]) -> Target {
        .executableTarget(
            name: name,
            dependencies: dependencies,
            path: "Tests/\(name)",
            swiftSettings: strict
        )
    }

    /// Tests of one target, and the scripts that lie beside them.
    static func tests(
        _ name: String,
        _ dependencies: [Dependency],
        excluding files: [String] = [],
        isHeavy: Bool = false
    ) -> Target {
        .testTarget(
            name: name,
            dependencies: dependencies,
            exclude: files,
            swiftSettings: isHeavy ? strict + fast : strict
        )
    }
}

extension Rule {
    /// What a pure target must not know of.
    static let purity: [Rule] = [
        .ban(
            #"\b\w*Unsafe\w*\b|\bwithExtendedLifetime\b|\bunsafe\b"#,
            marks: ["Unsafe", "withExtendedLifetime", "unsafe"],
            where: { _, layer in layer == .pure },
            instead: "arrays and spans",
            bad: [
                .init("Sources/Wire/Wire.swift", "a.withUnsafeBytes { $0 }"),
                .init("Sources/Wire/Wire.swift", "let a: UnsafePointer<Int>"),
            ],
            good: [.init("Sources/EventLoop/Loop.swift", "let a: UnsafePointer<Int>")]
        ),
        .ban(
            // A value may keep the moment that it was told: `self.now`.
            #"\bDate\(|\bUUID\(|\b(?:Continuous|Suspending)Clock\b"#
                + #"|(?:\b(?!self\b)\w+|[^\w]|^)\.now\b"#,
            marks: ["Date(", "UUID(", ".now", "Clock"],
            where: { _, layer in layer == .pure },
            instead: "a Moment that is passed in",
            bad: [
                .init("Sources/Wire/Wire.swift", "let a = ContinuousClock()"),
                .init("Sources/Wire/Wire.swift", "let a = clock.now"),
                .init("Sources/Wire/Wire.swift", "let a: Moment = .now"),
                .init("Sources/Wire/Wire.swift", "let a = self.clock().now"),
            ],
            good: [
                .init("Sources/Rooms/Room.swift", "let a = ContinuousClock.now"),
                .init("Sources/Wire/Wire.swift", "wire.handle(event, at: now)"),
                .init("Sources/Wire/Wire.swift", "wire.handle(event, at: self.now)"),
            ]
        ),
        .ban(
            #"\bHasher\b|\bhashValue\b|\bSystemRandomNumberGenerator\b"#
                + #"|\.(?:random|randomElement|shuffled|shuffle)\((?!.*using:)"#,
            marks: ["Hash", "hash", "Random", ".random", "shuffle"],
            where: { _, layer in layer == .pure },
            instead: "SeededGenerator or StableHash",
            bad: [
                .init("Sources/Wire/Wire.swift", "let a = Int.random(in: 0...1)"),
                .init("Sources/Wire/Wire.swift", "let a = b.hashValue"),
                .init("Sources/Wire/Wire.swift", "a.shuffle()"),
            ],
            good: [
                .init(
                    "Sources/Wire/Wire.swift",
                    "let a = Int.random(in: 0...1, using: &generator)"
                ),
                .init("Sources/Rooms/Room.swift", "a.shuffle()"),
            ]
        ),
    ]
}

extension Rule {
    /// Words that are banned, wherever they are.
    static let bans: [Rule] = [
        .ban(
            #"\bTask(?:<.*>)?\s*(?:\([^)]*\)\s*)?\{|\bTask\.(?:detached|immediate|init)\b"#,
            marks: ["Task"],
            where: { _, layer in layer != .program },
            instead: "a child task of run()",
            bad: [
                .init("Sources/Rooms/Room.swift", "let a = Task { 1 }"),
                .init("Sources/Rooms/Room.swift", "Task(priority: .high) { }"),
                .init("Sources/Wire/Wire.swift", "Task.detached { }"),
            ],
            good: [
                .init("Sources/paceline/main.swift", "Task { }"),
                .init("Sources/Rooms/Room.swift", "withTaskGroup { } // Task { }"),
            ]
        ),
        .ban(
            #"\b(?:DispatchQueue|DispatchSemaphore|NSLock|NSRecursiveLock|NSCondition|Thread)\b"#,
            marks: ["Dispatch", "NSLock", "NSRecursiveLock", "NSCondition", "Thread"],
            where: { _, _ in true },
            instead: "an actor, or Mutex",
            bad: [.init("Sources/EventLoop/Loop.swift", "let a = NSLock()")],
            good: [
                .init("Sources/EventLoop/Loop.swift", "let a = Mutex(\"Thread\"); uv_thread_t()")
            ]
        ),
        .ban(
            #"@unchecked\s+Sendable|\bnonisolated\(unsafe\)"#,
            marks: ["@unchecked", "nonisolated("],
            where: { _, layer in layer != .wrapper },
            instead: "the right ownership",
            bad: [
                .init("Sources/Rooms/Room.swift", "final class Room: @unchecked Sendable {}"),
                .init("Sources/Wire/Wire.swift", "nonisolated(unsafe) var a = 1"),
            ],
            good: [.init("Sources/EventLoop/Loop.swift", "final class A: @unchecked Sendable {}")]
        ),
        .ban(
            #"\bstatic\s+var\s+\w+[^{]*(?:=|$)|\bstatic\s+let\s+shared\b"#,
            marks: ["static"],
            where: { _, _ in true },
            instead: "a parameter of init",
            bad: [
                .init("Sources/Wire/Wire.swift", "static var count = 0"),
                .init("Sources/Wire/Wire.swift", "private static var count: Int"),
                .init("Sources/Wire/Wire.swift", "static let shared = Wire()"),
            ],
            good: [.init("Sources/Wire/Wire.swift", "static var zero: Wire { Wire(a: 1 == 1) }")]
        ),
        .ban(
            #"\btry!|\bas!|\bfatalError\("#,
            marks: ["try!", "as!", "fatalError("],
            where: { _, _ in true },
            instead: "preconditionFailure with the state, or a thrown error",
            bad: [
                .init("Sources/Wire/Wire.swift", "let a = try! b()"),
                .init("Tests/WireTests/WireTests.swift", "let a = b as! C"),
                .init("Sources/Wire/Wire.swift", "\"\\(fatalError(\"no\"))\""),
            ],
            good: [.init("Sources/Wire/Wire.swift", "let a = try? b() as? C // try! as!")]
        ),
        .ban(
            #"\bdefault\s*:|@unknown\s+default"#,
            marks: ["default"],
            where: { file, _ in file.stem.hasSuffix("StateMachine") },
            instead: "the missing cases",
            bad: [.init("Sources/Wire/LinkStateMachine.swift", "    default: break")],
            good: [.init("Sources/Wire/Link.swift", "    default: break")]
        ),
        .ban(
            #"\b(?:debugPrint|print|dump)\("#,
            marks: ["print(", "Print(", "dump("],
            where: { file, _ in
                file.isInSources && file.target != "Commands" && file.target != "paceline"
            },
            instead: "a log line, or the command's output",
            bad: [.init("Sources/Rooms/Room.swift", "print(1)")],
            good: [
                .init("Sources/Commands/Verb.swift", "print(1)"),
                .init("Sources/Rooms/Room.swift", "blueprint(1)"),
            ]
        ),
        .ban(
            #"sleep\("#,
            marks: ["sleep("],
            where: { file, layer in file.isInTests || layer == .pure },
            instead: "a manual clock, or the awaiting of an event",
            bad: [
                .init("Tests/WireTests/WireTests.swift", "try await Task.sleep(for: .seconds(1))"),
                .init("Tests/WireTests/WireTests.swift", "usleep(1)  // tidy-ok:"),
            ],
            good: [.init("Tests/WireTests/WireTests.swift", "usleep(1)  // tidy-ok: the poll")]
        ),
        Rule.unboundedStreams,
    ]

    private static let unboundedStreams = Rule(
        "a stream without a bound",
        instead: "bufferingPolicy: .bufferingOldest(n), and a comment",
        bad: [
            .init("Sources/Rooms/Room.swift", "let a = AsyncStream<Int> { b in }"),
            .init("Sources/Rooms/Room.swift", "AsyncThrowingStream.makeStream(of: Int.self)"),
        ],
        good: [
            .init("Sources/Rooms/Room.swift", "func a(_ b: AsyncStream<Int>) {}"),
            .init("Sources/Rooms/Room.swift", "AsyncStream(\n Int.self, bufferingPolicy: x) {}"),
            .init("Sources/Rooms/Room.swift", "AsyncStream(unfolding: { nil })"),
        ]
    ) { file, _ in
        file.code.indices.compactMap { line in
            guard file.code[line].holds("Stream") else { return nil }
            let making = /Async(?:Throwing)?Stream(?:<[^>]*>)?(?:\.makeStream)?\s*[\(\{]/
            guard file.code[line].contains(making) else { return nil }
            let call = file.code[line..<min(line + 4, file.code.count)].joined()
            guard !call.contains(/bufferingPolicy|unfolding/) else { return nil }
            return (line, "an AsyncStream without a buffering policy")
        }
    }
}

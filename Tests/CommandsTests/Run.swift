import Commands
import LoopTesting
import Synchronization

/// One run of the companion, and what it said.
final class Run: Sendable {
    /// 2026-11-30T09:00:00Z.
    static let now: Int64 = 1_796_029_200

    private let said = Watched("")
    private let complained = Mutex("")
    private let finished = Mutex<Int32?>(nil)
    private let writesMaximum: Int
    private let writes = Mutex(0)

    var output: String { self.said.value }
    var errors: String { self.complained.withLock { $0 } }
    /// The exit status, once it has ended.
    var status: Int32? { self.finished.withLock { $0 } }

    /// Waits until `condition` holds of the output; false when it is left unchanged for long.
    func wait(until condition: (String) -> Bool) -> Bool {
        self.said.wait(until: condition)
    }

    /// After so many writes standard output is closed.
    private init(writesMaximum: Int = .max) {
        self.writesMaximum = writesMaximum
    }

    /// Runs to the end on this thread.
    init(_ words: [String], surroundings: Console.Surroundings = .init()) {
        self.writesMaximum = .max
        self.carryOut(words, surroundings)
    }

    /// Starts on a thread of its own, which must be joined.
    static func started(
        _ words: [String],
        surroundings: Console.Surroundings = .init(),
        writesMaximum: Int = .max
    ) -> (Run, TestThread) {
        let run = Run(writesMaximum: writesMaximum)
        return (run, TestThread { run.carryOut(words, surroundings) })
    }

    private func carryOut(_ words: [String], _ surroundings: Console.Surroundings) {
        let console = Console(
            surroundings: surroundings,
            output: { bytes in
                let count = self.writes.withLock { count in
                    count += 1
                    return count
                }
                guard count <= self.writesMaximum else { return .closed }
                self.said.change { $0 += String(decoding: bytes, as: UTF8.self) }
                return .written
            },
            errors: { bytes in
                self.complained.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
            },
            clock: { Self.now }
        )
        let status = Companion.run(words, on: console)
        self.finished.withLock { $0 = status }
    }
}

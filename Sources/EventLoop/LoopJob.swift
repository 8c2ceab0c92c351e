/// One piece of work for a loop.
///
/// Unchecked: what comes from another thread is sendable by `post`'s and `enqueue`'s signatures;
/// what is not comes from the loop's own thread by `later` and never leaves it.
struct LoopJob: @unchecked Sendable {
    enum Kind {
        case closure(() -> Void)
        case executor(UnownedJob)
    }

    private let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
    }

    func run(on loop: Loop) {
        switch self.kind {
        case .closure(let work): work()
        case .executor(let job): job.runSynchronously(on: loop.asUnownedSerialExecutor())
        }
    }
}

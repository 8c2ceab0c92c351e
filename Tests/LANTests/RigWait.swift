/// Waits until a condition holds.
///
/// `what` completes the sentence “Waited for …”. The limit is sized for a starved machine and is no
/// claim about latency. What the condition throws ends the wait.
func eventually(
    _ what: String,
    within limit: Duration = .seconds(30),
    _ condition: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while try await !condition() {
        guard clock.now < deadline else { throw RigError.timedOut(what, limit) }
        try await Task.sleep(for: .milliseconds(20))  // tidy-ok: the one poll that all waits use.
    }
}

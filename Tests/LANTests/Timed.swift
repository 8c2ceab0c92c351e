import Testing

/// Does something and prints how long it took.
///
/// The figure is what a person reads; a test must not fail for a busy machine, so what is asserted
/// is five times the bound at most.
@discardableResult
func timed<Result>(
    _ what: String,
    bound: Duration,
    _ body: () async throws -> Result
) async throws -> Result {
    let began = ContinuousClock.now
    let result = try await body()
    let took = ContinuousClock.now - began
    print("\(what): \(took) (meant: \(bound))")  // tidy-ok: the figure.
    #expect(took < bound * 5, "\(what)")
    return result
}

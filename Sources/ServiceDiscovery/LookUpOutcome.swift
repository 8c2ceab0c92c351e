/// How a look-up ended.
public enum LookUpOutcome: Equatable, Sendable {
    /// At least one address was reported.
    case done
    /// Nothing to dial was found.
    case failed(LookUpFailure)
    /// `cancelLookUp` was called.
    case cancelled
}

/// Whether a line of the history has been checked.
public enum Verification: Hashable, Sendable {
    /// There is nothing to check in it; JSON leaves `verified` out.
    case notApplicable
    /// The host has revealed nothing, or not yet; JSON `null`.
    case unknown
    /// It was checked and is true.
    case passed
    /// It was checked and is not true.
    case failed

    /// Whether it passed, where that is known.
    public var isVerified: Bool? {
        switch self {
        case .notApplicable, .unknown: nil
        case .passed: true
        case .failed: false
        }
    }
}

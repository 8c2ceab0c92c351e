public import Determinism
public struct AdmissionGate: Equatable, Sendable {
    public enum Verdict { case admit(evicting: UInt64?), refuse(String) }
    public init() {}
    public mutating func admit(source: [UInt8], id: UInt64, at now: Moment) -> Verdict { .admit(evicting: nil) }
    public mutating func authenticated(_ id: UInt64) {}
    public mutating func closed(_ id: UInt64) {}
}

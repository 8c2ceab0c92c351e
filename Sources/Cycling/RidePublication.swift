/// What an owner tells all members of one of its riders: to be sent as it is.
public enum RidePublication: Equatable, Sendable {
    /// A state of the state lane; the key is the rider's number.
    case state(number: UInt32, version: UInt64, body: [UInt8])
    /// The rider is no more; states up to this version are over.
    case removal(number: UInt32, version: UInt64)
}

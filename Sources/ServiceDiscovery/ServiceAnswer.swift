/// What Avahi said to an open question, copied out of the callback.
enum ServiceAnswer: Equatable, Sendable {
    /// An instance came or went on an interface, once per protocol.
    case browsed(isAdded: Bool, label: String, interface: UInt32)
    /// The advert is out, under this label.
    case registered(label: String)
    /// The instance's records.
    case resolved(host: String, port: UInt16, text: TextRecord, interface: UInt32)
    /// One address record.
    case address(bytes: [UInt8], interface: UInt32)
    /// The question is dead.
    case failed(ServiceErrorCode)
}

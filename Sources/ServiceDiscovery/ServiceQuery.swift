/// One question to Avahi that holds a reference while it is open.
enum ServiceQuery: Equatable, Sendable {
    /// All instances on all interfaces.
    case browse(ServiceType)
    /// Advertise on one interface, or on all when it is 0.
    case register(ServiceAdvert, type: ServiceType, interface: UInt32)
    /// Host, port and TXT record of an instance.
    case resolve(label: String, type: ServiceType, interface: UInt32)
    /// Addresses of a host.
    case addresses(host: String, family: AddressFamily, interface: UInt32)
}

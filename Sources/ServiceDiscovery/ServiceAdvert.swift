/// What this machine wants to be known for: a label, a port, a TXT record, and where.
public struct ServiceAdvert: Equatable, Sendable {
    /// 5: with one reference to browse, it leaves two for one look-up.
    public static let interfacesMaximum = 5

    /// The instance's label, 1 to 63 bytes.
    public let label: String
    /// 1 to 65,535.
    public let port: UInt16
    /// At most 400 bytes.
    public internal(set) var text: TextRecord
    /// The indexes to advertise on, ascending and each once; empty means all.
    public let interfaces: [UInt32]

    /// Checks every bound, so that nothing wrong reaches Avahi.
    public init(
        label: String,
        port: UInt16,
        text: TextRecord,
        interfaces: [UInt32] = []
    ) throws(ServiceDiscoveryError) {
        self.label = try ServiceLabel(label).text
        guard port != 0 else { throw .portZero }
        self.port = port
        self.text = text
        self.interfaces = Set(interfaces).sorted()
        guard self.interfaces.count <= Self.interfacesMaximum else {
            throw .tooManyInterfaces(
                count: self.interfaces.count,
                maximum: Self.interfacesMaximum
            )
        }
        for index in self.interfaces where !Self.isInterface(index) {
            throw .invalidInterface(index)
        }
    }

    /// Whether `index` can be an interface: Avahi uses 0 and the top of the range for other ends.
    static func isInterface(_ index: UInt32) -> Bool {
        index > 0 && index <= UInt32(Int32.max)
    }
}

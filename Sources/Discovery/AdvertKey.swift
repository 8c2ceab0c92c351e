public import Peers

/// One advert as DNS-SD reports it: an instance label on one interface.
///
/// The label is the PeerID; Avahi appends ` #2` where two machines use the same one.
public struct AdvertKey: Hashable, Comparable, Sendable {
    public let label: String
    /// The index of the interface that it was heard on.
    public let interface: UInt32

    public init(label: String, interface: UInt32) {
        self.label = label
        self.interface = interface
    }

    /// Whom the label names, or `nil` when it is none of ours.
    public var peer: PeerID? {
        guard self.label.utf8.count >= PeerID.textCount else { return nil }
        let text = self.label.prefix(PeerID.textCount)
        let rest = self.label.dropFirst(PeerID.textCount)
        guard rest.isEmpty || rest.hasPrefix(" #") else { return nil }
        return PeerID(text: String(text))
    }

    public static func < (left: AdvertKey, right: AdvertKey) -> Bool {
        (left.label, left.interface) < (right.label, right.interface)
    }
}

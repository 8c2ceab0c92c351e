public import EventLoop

/// Which interfaces this daemon advertises on.
public enum InterfaceChoice: Equatable, Sendable {
    /// The physical ones; where there is none, every one but loopback.
    case physical
    /// Those with these names.
    case named([String])

    /// The indexes to advertise on, ascending; empty means all that Avahi serves.
    public func indexes(among interfaces: [Interface]) -> [UInt32] {
        switch self {
        case .physical:
            let up = interfaces.filter { $0.isUp && !$0.isLoopback }
            let physical = up.filter(\.isPhysical)
            // All of them: leave it to Avahi, which also serves what comes later.
            return physical.count == up.count ? [] : physical.map(\.index).sorted()
        case .named(let names):
            return interfaces.filter { names.contains($0.name) }.map(\.index).sorted()
        }
    }

    /// Whether what is heard on that interface counts.
    public func admits(_ index: UInt32, among interfaces: [Interface]) -> Bool {
        switch self {
        case .physical: true
        case .named: self.indexes(among: interfaces).contains(index)
        }
    }
}

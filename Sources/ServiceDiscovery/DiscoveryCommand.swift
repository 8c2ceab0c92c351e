/// What the owner of service discovery asked for.
enum DiscoveryCommand: Equatable, Sendable {
    case advertise(ServiceAdvert)
    case updateText(TextRecord)
    case withdraw
    case browse
    case lookUp(LookUp.Request)
    case cancelLookUp(token: UInt64)
    case rebuild
}

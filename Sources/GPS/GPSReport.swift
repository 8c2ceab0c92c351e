/// One line of gpsd's, decoded.
enum GPSReport: Equatable, Sendable {
    /// VERSION, with which gpsd greets.
    case version(release: String)
    /// DEVICES: how many receivers it has.
    case devices(Int)
    /// DEVICE: something about a receiver has changed.
    case device
    /// TPV: time, position, velocity.
    case fix(GPSFix)
    /// Any other class; GST is among them, whose `lat` and `lon` are metres and no place.
    case other
}

/// What gpsd is asked (gpsd_json(5)).
enum GPSRequest: String, Sendable {
    /// Report everything from now on.
    case watch = "?WATCH={\"enable\":true,\"json\":true};"
    /// Say which receivers there are.
    case devices = "?DEVICES;"
}

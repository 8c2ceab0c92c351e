/// An element of GPX that holds text alone.
enum GPXValue: Equatable {
    case elevation, time, pointName, name, description
}

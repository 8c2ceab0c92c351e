/// A line that is no report of gpsd's.
///
/// Why doesn't matter: gpsd cuts long answers, so there is nobody to be told.
struct MalformedReport: Error, Equatable {}

import Geodesy

extension Route {
    /// What is ridden of a file, by `GPXDocument.riddenParts`.
    ///
    /// Segments stay apart. Waypoints are places beside the way, so a file of nothing else is
    /// refused.
    public init(_ document: GPXDocument, isClosed: Bool = false) throws(RouteError) {
        let parts = document.riddenParts
        try self.init(parts.map { $0.map(\.coordinate) }, isClosed: isClosed)
    }
}

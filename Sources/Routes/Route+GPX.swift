import Geodesy

extension Route {
    /// What is ridden of a file: its first track that has a point, else its first such route.
    ///
    /// Segments stay apart. Waypoints are places beside the way, so a file of nothing else is
    /// refused.
    public init(_ document: GPXDocument, isClosed: Bool = false) throws(RouteError) {
        let tracks = document.tracks.lazy.map(\.segments)
        let routes = document.routes.lazy.map { [$0.points] }
        let hasPoint: ([[GPXPoint]]) -> Bool = { $0.contains { !$0.isEmpty } }
        guard let parts = tracks.first(where: hasPoint) ?? routes.first(where: hasPoint) else {
            throw .noPoints
        }
        try self.init(parts.map { $0.map(\.coordinate) }, isClosed: isClosed)
    }
}

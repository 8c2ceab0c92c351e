extension GPXDocument {
    /// What is ridden of a file: its first track that has a point, else its first such route.
    ///
    /// A part for each segment; empty when there is no such point.
    public var riddenParts: [[GPXPoint]] {
        let tracks = self.tracks.lazy.map(\.segments)
        let routes = self.routes.lazy.map { [$0.points] }
        let hasPoint: ([[GPXPoint]]) -> Bool = { $0.contains { !$0.isEmpty } }
        return tracks.first(where: hasPoint) ?? routes.first(where: hasPoint) ?? []
    }
}

/// The figure of the earth in WGS84 (NIMA TR8350.2).
enum Ellipsoid {
    /// Metres.
    static let equatorialRadius = 6_378_137.0
    static let flattening = 1 / 298.257223563
}

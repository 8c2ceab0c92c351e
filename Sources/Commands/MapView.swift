import Glibc

/// Which part of the Earth a picture shows, and how large.
///
/// Pure. Local and equirectangular: degrees of latitude are equally long everywhere, and those of
/// longitude as long as at the picture's centre, so that shapes are right near it, everywhere
/// between the poles. Of the ways round the Earth the shorter one from the centre is shown.
public struct MapView: Equatable, Sendable {
    /// Metres of a degree of a great circle, on the sphere that is as large as the Earth.
    static let metresOfDegree = 111_195.08
    /// 10 cm, finer than any receiver, to 500 km, by which the Earth fits 40 characters.
    public static let scales = 0.1...500_000.0
    /// The least that a fitted picture shows: 200 m, as one rider alone has no extent.
    private static let extentMinimum = 200.0
    /// A tenth of the picture's edges stays free for labels when it is fitted.
    private static let fittedShare = 0.8
    /// As at 89.994°: on the pole itself no direction would be east.
    private static let cosineMinimum = 1e-4

    public private(set) var centre: Coordinate
    /// Metres of a dot.
    public private(set) var scale: Double
    /// In dots.
    public var width: Int
    public var height: Int

    /// Shows the place in the middle; the scale is brought within ``scales``.
    public init(centre: Coordinate, scale: Double, width: Int, height: Int) {
        self.centre = centre
        self.scale = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
        self.width = width
        self.height = height
    }

    // MARK: Places and dots

    /// How long a degree of longitude is, in degrees of latitude.
    private var cosine: Double {
        max(cos(self.centre.latitude * .pi / 180), Self.cosineMinimum)
    }

    /// The dots of a degree of latitude.
    private var dotsOfDegree: Double { Self.metresOfDegree / self.scale }

    /// The dots of a whole turn, by which what is drawn on one side may be drawn on the other.
    public var turn: Double { 360 * self.cosine * self.dotsOfDegree }

    /// Where a place lies in the picture, or outside.
    public func point(of place: Coordinate) -> MapPoint {
        let east = Coordinate.wrapped(place.longitude - self.centre.longitude)
        let north = place.latitude - self.centre.latitude
        return MapPoint(
            x: Double(self.width) / 2 + east * self.cosine * self.dotsOfDegree,
            y: Double(self.height) / 2 - north * self.dotsOfDegree
        )
    }

    /// Whether a point lies in the picture.
    public func shows(_ point: MapPoint) -> Bool {
        (0..<Double(self.width)).contains(point.x) && (0..<Double(self.height)).contains(point.y)
    }

    /// Metres from the centre to a place, along a great circle.
    public func metres(to place: Coordinate) -> Double {
        let radians = Double.pi / 180
        let north = sin((place.latitude - self.centre.latitude) * radians / 2)
        let east = sin((place.longitude - self.centre.longitude) * radians / 2)
        let cosines =
            cos(place.latitude * radians) * cos(self.centre.latitude * radians)
        let haversine = min(1, north * north + cosines * east * east)
        return 2 * asin(haversine.squareRoot()) / radians * Self.metresOfDegree
    }

    // MARK: Moving

    /// Shows what lies so many dots to the right and down.
    public mutating func pan(right: Double, down: Double) {
        let east = right / self.dotsOfDegree / self.cosine
        self.centre = Coordinate(
            nearest: self.centre.latitude - down / self.dotsOfDegree,
            self.centre.longitude + east
        )
    }

    /// Shows everything so many times as large, about the centre.
    public mutating func zoom(by factor: Double) {
        let scale = self.scale / factor
        self.scale = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
    }

    public mutating func center(on place: Coordinate) {
        self.centre = place
    }

    /// Shows all the places as large as they fit; none of them leaves it as it is.
    ///
    /// East to west they are taken by the smallest arc that holds them, which may cross 180°.
    public mutating func fit(_ places: [Coordinate]) {
        guard let first = places.first else { return }
        var (south, north) = (first.latitude, first.latitude)
        for place in places {
            south = min(south, place.latitude)
            north = max(north, place.latitude)
        }
        let arc = Self.smallestArc(of: places.map(\.longitude))
        self.centre = Coordinate(nearest: (south + north) / 2, arc.start + arc.length / 2)
        let across = max(arc.length * self.cosine * Self.metresOfDegree, Self.extentMinimum)
        let down = max((north - south) * Self.metresOfDegree, Self.extentMinimum)
        let scale = max(
            across / (Double(max(1, self.width)) * Self.fittedShare),
            down / (Double(max(1, self.height)) * Self.fittedShare)
        )
        self.scale = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
    }

    /// The smallest arc eastwards that holds all the longitudes, in degrees.
    static func smallestArc(of longitudes: [Double]) -> (start: Double, length: Double) {
        let sorted = longitudes.sorted()
        guard let first = sorted.first, let last = sorted.last else { return (0, 0) }
        // It begins behind the widest gap between neighbours, of which one is over 180°.
        var (start, gap) = (first, first + 360 - last)
        for (west, east) in zip(sorted, sorted.dropFirst()) where east - west > gap {
            (start, gap) = (east, east - west)
        }
        return (start, 360 - gap)
    }
}

import Geodesy
import GeodesyTesting
import Testing

@Suite struct CoordinateTests {
    private func error(_ latitude: Double, _ longitude: Double) -> CoordinateError? {
        do {
            _ = try Coordinate(latitude: latitude, longitude: longitude)
            return nil
        } catch {
            return error
        }
    }

    @Test func `latitude 100 and 91 are refused, not computed with (OSGeo/PROJ#291)`() {
        #expect(self.error(100, 0) == .latitudeOutOfRange(100))
        #expect(self.error(-91, 0) == .latitudeOutOfRange(-91))
        #expect(self.error(90.000001, 0) == .latitudeOutOfRange(90.000001))
    }

    @Test func `longitude 540 is refused and not wrapped`() {
        #expect(self.error(0, 540) == .longitudeOutOfRange(540))
        #expect(self.error(0, -180.5) == .longitudeOutOfRange(-180.5))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func `what isn't finite is no coordinate (traccar's range check lets NaN pass)`(value: Double) {
        #expect(self.error(value, 0) == .latitudeNotFinite(value))
        #expect(self.error(0, value) == .longitudeNotFinite(value))
    }

    @Test func `errors are sentences with the number in them`() {
        #expect(
            CoordinateError.latitudeOutOfRange(91).description
                == "The latitude is 91.0°; it must lie between −90° and 90°."
        )
        #expect(
            CoordinateError.longitudeNotFinite(.nan).description
                == "The longitude is nan, which is no finite number."
        )
    }

    @Test func `poles, equator and Greenwich are places (0 is not “missing”)`() {
        #expect(self.error(90, 0) == nil)
        #expect(self.error(-90, -180) == nil)
        #expect(place(51.5371, 0).longitude == 0)
        #expect(place(0, 0) == place(-0.0, -0.0))
        #expect(place(-0.0, -0.0).latitude.sign == .plus)
        #expect(place(-0.0, -0.0).longitude.sign == .plus)
    }

    @Test func `longitude 180, which GPX 1.1 doesn't have, is −180`() {
        #expect(place(10, 180).longitude == -180)
        #expect(place(10, 180) == place(10, -180))
        #expect(place(10, 179.999_999).longitude == 179.999_999)
    }
}

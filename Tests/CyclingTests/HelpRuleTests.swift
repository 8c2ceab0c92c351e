import Geodesy
import GeodesyTesting
import Testing

@testable import Cycling

/// The rule of 100 m, by the vectors of ride.md 5.2, and who repairs whose tyre.
@Suite struct HelpRuleTests {
    private let helper = Samples.sighting(.helpin, at: Samples.cupertino)

    private func canHelp(_ latitude: Double, _ longitude: Double) -> Bool {
        let flat = Samples.sighting(.flat, number: 1, of: 8, at: place(latitude, longitude))
        return HelpRule.canHelp(self.helper, flat)
    }

    @Test func `to the millimetre, 99.999 m are near and 100.001 m are far, due east and north`() {
        #expect(self.canHelp(37.331819994620, -122.030051640918))
        #expect(!self.canHelp(37.331819994619, -122.030051618351))
        #expect(self.canHelp(37.332721022743, -122.03118))
        #expect(!self.canHelp(37.332721040763, -122.03118))
    }

    @Test func `where a haversine errs, the ellipsoid decides`() {
        // 100.1 m due east (a haversine says 99.865), and 99.9 m due north (100.090).
        #expect(!self.canHelp(37.331819995, -122.030050501))
        #expect(self.canHelp(37.332720131, -122.03118))
    }

    @Test func `exactly 100 m is too far: of two neighbouring numbers the lesser helps`() {
        // The least longitude east of the helper at which there is no help.
        var (near, far) = (-122.0301, -122.0300)
        while true {
            let middle = (near + far) / 2
            guard middle > near, middle < far else { break }
            if self.canHelp(37.33182, middle) { near = middle } else { far = middle }
        }
        #expect(Samples.cupertino.metres(to: place(37.33182, near)) < HelpRule.reach)
        #expect(Samples.cupertino.metres(to: place(37.33182, far)) >= HelpRule.reach)
        #expect(abs(Samples.cupertino.metres(to: place(37.33182, far)) - 100) < 1e-6)
    }

    @Test func `a helper is Helpin', stands and is another, and only a flat tyre is helped`() {
        let flat = Samples.sighting(.flat, number: 1, of: 8, at: Samples.cupertino)
        for status in RiderStatus.allCases {
            let rider = Samples.sighting(status, at: Samples.cupertino)
            #expect(HelpRule.canHelp(rider, flat) == (status == .helpin))
            let other = Samples.sighting(status, number: 1, of: 8, at: Samples.cupertino)
            #expect(HelpRule.canHelp(self.helper, other) == (status == .flat))
        }
        let moving = Samples.sighting(.helpin, at: Samples.cupertino, speed: 1.1)
        #expect(!HelpRule.canHelp(moving, flat))
        let itself = Samples.sighting(.flat, at: Samples.cupertino)
        #expect(!HelpRule.canHelp(self.helper, itself))
    }

    @Test func `the nearest is chosen, and of equally near ones that of the lesser id`() {
        let near = Samples.sighting(.flat, number: 5, of: 8, at: place(37.3321, -122.03118))
        let same = Samples.sighting(.flat, number: 4, of: 8, at: near.coordinate)
        let far = Samples.sighting(.flat, number: 1, of: 8, at: place(37.3324, -122.03118))
        #expect(HelpRule.choice(of: self.helper, among: [far, near, same])?.id == same.rider.id)
        #expect(HelpRule.choice(of: self.helper, among: [far, near])?.id == near.rider.id)
        #expect(HelpRule.choice(of: self.helper, among: []) == nil)
    }

    @Test(arguments: [(0.0, 179.9999, -179.9999), (89.9999, 10, -170)])
    func `over the antimeridian and a pole it is the same`(
        latitude: Double,
        west: Double,
        east: Double
    ) {
        let helper = Samples.sighting(.helpin, at: place(latitude, west))
        let flat = Samples.sighting(.flat, number: 1, of: 8, at: place(latitude, east))
        #expect(HelpRule.canHelp(helper, flat))
    }
}

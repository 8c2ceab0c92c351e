import Geodesy

/// Who repairs whose tyre.
///
/// The owner of the flat rider decides, once, and names the helper. A helper is a rider that is
/// Helpin', stands, and is another. It works on one tyre at a time: of those strictly less than
/// 100 m away the nearest, and of equally near ones that of the lesser id. A tyre takes
/// `Dice.repairSeconds` of one helper's uninterrupted work; who takes over begins anew. Of several
/// helpers at one tyre it is the nearest that works, until it leaves. So a press of the button is
/// not free for all in range, as in the tutorial, and one who stays Helpin' goes on to the next.
///
/// Everybody's flats count when the nearest is looked for. So two owners that see the same riders
/// send one helper to one tyre, though each decides for its own alone.
public enum HelpRule {
    /// Metres; at exactly so many there is no help.
    ///
    /// Geodesics on WGS84, as iOS has them.
    public static let reach = 100.0

    /// Metres per second up to which somebody stands: a receiver at rest shows some tenths.
    public static let standingSpeed = 1.0

    /// Whether the one can work on the other's tyre.
    public static func canHelp(_ helper: RiderSighting, _ flat: RiderSighting) -> Bool {
        self.distance(helper, flat) != nil
    }

    /// The one among the riders whose tyre the helper works on, and how far off that is.
    static func choice(
        of helper: RiderSighting,
        among riders: [RiderSighting]
    ) -> (id: RiderID, metres: Double)? {
        var best: (id: RiderID, metres: Double)?
        for rider in riders {
            guard let metres = self.distance(helper, rider) else { continue }
            let id = rider.rider.id
            if let best, (best.metres, best.id) <= (metres, id) { continue }
            best = (id, metres)
        }
        return best
    }

    /// The metres between a helper and a flat rider; `nil` when there is no help.
    static func distance(_ helper: RiderSighting, _ flat: RiderSighting) -> Double? {
        guard helper.status == .helpin, helper.speed <= self.standingSpeed,
            flat.status == .flat, helper.rider.id != flat.rider.id,
            // No degree of latitude is shorter than 110.57 km: most riders cost no geodesic.
            abs(helper.coordinate.latitude - flat.coordinate.latitude) < 0.001
        else { return nil }
        let metres = helper.coordinate.metres(to: flat.coordinate)
        return metres < self.reach ? metres : nil
    }
}

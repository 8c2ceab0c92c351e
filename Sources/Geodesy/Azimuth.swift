/// Directions in degrees clockwise from north.
public enum Azimuth {
    /// The shorter way to turn from one direction to another: −180 to 180, positive clockwise.
    ///
    /// From 350 to 10 it is 20, and not −340. Exactly behind is 180. Both must be finite.
    public static func turn(from start: Double, to end: Double) -> Double {
        let turn = (end - start).truncatingRemainder(dividingBy: 360)
        if turn > 180 { return turn - 360 }
        return turn <= -180 ? turn + 360 : turn
    }

    /// The direction that lies on the shorter way between two, 0 to 360 without 360.
    ///
    /// `fraction` is 0 for the first and 1 for the second. All must be finite.
    public static func between(_ start: Double, _ end: Double, fraction: Double) -> Double {
        self.normalized(start + self.turn(from: start, to: end) * fraction)
    }

    /// The same direction in 0 to 360 without 360.
    public static func normalized(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let turned = rest < 0 ? rest + 360 : rest + 0
        return turned < 360 ? turned : 0
    }
}

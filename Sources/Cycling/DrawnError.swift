public import Geodesy

/// How far what is drawn is beside what is right: smaller with each frame, so that nothing jumps.
///
/// When news corrects a rider's place, the place itself is right at once; its mark stays where it
/// is drawn, and this error goes away by itself (Gaffer On Games, “State Synchronization”): by 5 %
/// a frame of 1/60 s up to 25 cm, by 15 % from 1 m on.
public struct DrawnError: Equatable, Sendable {
    /// Metres from what is right to what is drawn, and the direction in degrees.
    private var metres = 0.0
    private var azimuth = 0.0
    /// A part of a frame that has passed.
    private var passed: Duration = .zero

    public init() {}

    /// The place was corrected from `shown`, as it would be without the news, to `right`.
    ///
    /// What is drawn stays where it is; if that is more than 50 m off, it goes there at once.
    public mutating func corrected(from shown: Coordinate, to right: Coordinate) {
        let line = Geodesic(from: right, to: self.drawn(shown))
        guard let azimuths = line.azimuths, line.metres <= Self.metresMaximum else {
            self.metres = 0
            return
        }
        (self.metres, self.azimuth) = (line.metres, azimuths.start)
    }

    /// Lets time pass between two frames.
    public mutating func advance(by time: Duration) {
        guard self.metres > 0 else { return }
        self.passed += min(max(.zero, time), .seconds(2))
        while self.passed >= Self.frame {
            self.passed -= Self.frame
            self.metres *= Self.factor(for: self.metres)
        }
        guard self.metres < Self.metresMinimum else { return }
        (self.metres, self.passed) = (0, .zero)
    }

    /// Where to draw what is at `right`.
    public func drawn(_ right: Coordinate) -> Coordinate {
        guard self.metres > 0 else { return right }
        let place = Geodesic.destination(
            from: right,
            azimuth: self.azimuth,
            metres: self.metres
        )
        return place?.coordinate ?? right
    }

    /// What is left of an error after a frame, between the two ends in proportion.
    private static func factor(for metres: Double) -> Double {
        let share = min(max(0, (metres - 0.25) / 0.75), 1)
        return 0.95 + (0.85 - 0.95) * share
    }

    private static let frame: Duration = .nanoseconds(16_666_667)
    /// Metres above which it is no error but another place.
    private static let metresMaximum = 50.0
    /// Metres that nobody sees.
    private static let metresMinimum = 0.01
}

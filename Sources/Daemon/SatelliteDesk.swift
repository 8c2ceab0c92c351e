import Control
import Cycling
import Determinism
import EventLoop
import GPS
import SessionEngine
import Sessions

/// Has the session hear a gpsd, for as long as the person's positions come from there.
///
/// Loop-confined.
final class SatelliteDesk {
    /// What the receiver does, for people.
    private enum Reception: Equatable {
        case connecting
        /// gpsd answers, and nobody knows where this is.
        case noFix(String)
        case fix
        case lost(String)
    }

    private let loop: Loop
    private let session: Session
    /// Where to look when there is something to look for.
    private var place = GPSAddress.local
    private var client: GPSClient?
    private var reception = Reception.connecting
    /// When, on the loop's clock, a receiver last said something.
    private var heardAt = Duration.zero

    /// A receiver speaks every second; one that is silent for so long has nothing to say, and gpsd
    /// says nothing of that.
    private static let silence = Duration.seconds(10)

    init(on loop: Loop, session: Session) {
        self.loop = loop
        self.session = session
    }

    /// Looks there from the next `settle` on.
    func choose(_ place: GPSAddress) { self.place = place }

    /// Follows what the ride has become: a gpsd is heard while positions come from it, and only
    /// then.
    func settle(_ source: PersonSourceKind?) {
        guard source == .satellites else { return self.close() }
        guard self.client?.address != self.place else { return }
        if self.client != nil {
            self.close()
            // What the last one said of how the rider moves is over.
            self.session.assumeIsolated { $0.receive(.satellitesLost) }
        }
        self.reception = .connecting
        self.client = GPSClient(on: self.loop, to: self.place) { [unowned self] event in
            self.heard(event)
        }
    }

    func close() {
        self.client?.close()
        self.client = nil
    }

    private func heard(_ event: GPSEvent) {
        switch event {
        case .connected: self.reception = .noFix("gpsd answers; there has been no fix yet.")
        case .devices(0): self.reception = .noFix("gpsd has no receiver.")
        case .devices: break
        case .fix(let fix):
            self.heardAt = self.loop.now
            self.reception =
                fix.mode >= 2 ? .fix : .noFix("The receiver does not know where it is.")
            self.session.assumeIsolated { $0.receive(.satelliteFix(Self.fix(fix))) }
        case .lost(let why):
            self.reception = .lost(why)
            self.session.assumeIsolated { $0.receive(.satellitesLost) }
        }
    }

    /// What the ride judges; times before 1970 say nothing.
    private static func fix(_ fix: GPSFix) -> SatelliteFix {
        SatelliteFix(
            mode: fix.mode,
            time: fix.timeMilliseconds.flatMap { milliseconds in
                milliseconds < 0 ? nil : WallTime(milliseconds: UInt64(milliseconds))
            },
            latitude: fix.latitude,
            longitude: fix.longitude,
            altitude: fix.altitude,
            speed: fix.speed,
            track: fix.track,
            error: fix.error
        )
    }

    // MARK: What is shown

    /// Protocol.md, `ride.you`; null while no gpsd is wanted.
    var json: JSONValue {
        guard let client else { return .null }
        let (state, detail) = self.words
        return [
            "address": .string("\(client.address)"), "state": .string(state),
            "detail": .string(detail),
        ]
    }

    private var words: (state: String, detail: String) {
        switch self.reception {
        case .connecting: ("connecting", "gpsd has not answered yet.")
        case .noFix(let why): ("noFix", why)
        case .fix where self.loop.now - self.heardAt > Self.silence:
            ("noFix", "The receiver has fallen silent.")
        case .fix: ("fix", "Positions come from satellites.")
        case .lost(let why): ("lost", why)
        }
    }
}

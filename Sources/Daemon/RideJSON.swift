import Control
import Cycling
import Determinism
import Geodesy
import Peers
import Routes
import SessionEngine

/// The JSON forms of the ride; Protocol.md, Control API.
enum RideJSON {
    /// Riders in one answer: some 700 kB, within what a client may have unread.
    static let ridersMaximum = 2_000

    static func label(_ rider: RiderLabel) -> JSONValue {
        ["id": .string(rider.id.description), "name": .string(rider.name.text)]
    }

    // MARK: Riders

    static func riders(_ ride: SharedRide, by view: Engine, at now: Moment) -> JSONValue {
        let riders = ride.riders(at: now, atMost: self.ridersMaximum)
        return [
            "riders": .array(riders.map { self.rider($0, by: view) }),
            "more": .int(Int64(max(0, ride.riderCount(at: now) - riders.count))),
        ]
    }

    private static func rider(_ seen: SeenRider, by view: Engine) -> JSONValue {
        let owner = seen.rider.id.owner
        return [
            "id": .string(seen.rider.id.description), "name": .string(seen.rider.name.text),
            "kind": .string(self.word(seen.kind)),
            "owner": SessionJSON.peer(owner, seen.owner ?? view.name(of: owner)),
            "state": .string(seen.status.word),
            "latitude": self.degrees(seen.coordinate.latitude),
            "longitude": self.degrees(seen.coordinate.longitude),
            "speed": self.rounded(seen.speed, 1_000),
            "course": seen.course.map { self.rounded($0, 100) } ?? .null,
            "fixAge": self.seconds(seen.fixAge), "lastHeard": self.seconds(seen.lastHeard),
            "live": .bool(seen.isLive), "own": .bool(seen.isOwn),
            "uncertainty": self.rounded(seen.uncertainty, 10), "hidden": .bool(seen.isHidden),
            "gap": seen.gap.map(self.gap) ?? .null,
        ]
    }

    private static func word(_ kind: RiderKind) -> String {
        switch kind {
        case .person: "person"
        case .simulant: "simulant"
        }
    }

    private static func gap(_ gap: RouteGap) -> JSONValue {
        ["metres": self.rounded(gap.metres, 10), "seconds": gap.time.map(self.seconds) ?? .null]
    }

    // MARK: The person

    static func you(_ ride: SharedRide, gpsd: JSONValue, at now: Moment) -> JSONValue {
        let person = ride.person(at: now)
        let privacy = ride.own.privacy
        return [
            "id": .string(person.rider.id.description), "name": .string(person.rider.name.text),
            "state": .string(person.status.word),
            "next": .array(ride.own.personNext.map { .string($0.word) }),
            "source": .string(ride.own.sourceKind.word),
            "latitude": person.truth.map { self.degrees($0.coordinate.latitude) } ?? .null,
            "longitude": person.truth.map { self.degrees($0.coordinate.longitude) } ?? .null,
            "gpsd": gpsd, "hidden": .bool(person.truth != nil && person.published == nil),
            "invisible": .bool(privacy.isInvisible),
            "precision": privacy.precision.map { self.rounded($0, 10) } ?? .null,
            "zones": .int(Int64(privacy.zones.count)),
            "simulants": .int(Int64(ride.own.simulantCount)), "dice": .string(ride.own.dice.word),
        ]
    }

    static func zones(_ privacy: RidePrivacy) -> JSONValue {
        let zones = privacy.zones.map { zone in
            JSONValue.object(
                JSONObject([
                    ("name", .string(zone.name.text)),
                    ("latitude", self.degrees(zone.center.latitude)),
                    ("longitude", self.degrees(zone.center.longitude)),
                    ("radius", self.rounded(zone.radius, 10)),
                ])
            )
        }
        return ["zones": .array(zones)]
    }

    // MARK: The log

    static func log(_ log: RiderLog, after number: Int64) -> JSONValue {
        let entries = log.entries(after: UInt64(max(0, number)))
        return [
            "entries": .array(entries.map(self.entry)), "last": .int(Int64(clamping: log.count)),
        ]
    }

    static func entry(_ entry: RiderLog.Entry) -> JSONValue {
        [
            "number": .int(Int64(clamping: entry.number)), "at": .string(entry.wall.iso8601),
            "second": .int(Int64(clamping: entry.event.second)),
            "rider": self.label(entry.event.rider), "text": .string(entry.event.sentence),
        ]
    }

    // MARK: Routes

    static func route(
        _ name: DisplayName,
        _ route: Route,
        hash: RouteHash?,
        note: String?
    ) -> JSONValue {
        let parts = route.parts.map { part in
            JSONValue.array(
                part.map { [self.degrees($0.latitude), self.degrees($0.longitude)] }
            )
        }
        var object: JSONObject = [
            "name": .string(name.text), "closed": .bool(route.isClosed),
            "metres": self.rounded(route.metres, 10), "parts": .array(parts),
        ]
        object["hash"] = hash.map { .string($0.description) }
        object["note"] = note.map { .string($0) }
        return .object(object)
    }

    // MARK: Numbers

    /// To 1e-7°, as they travel.
    private static func degrees(_ degrees: Double) -> JSONValue { self.rounded(degrees, 1e7) }

    static func seconds(_ duration: Duration) -> JSONValue {
        self.rounded(duration.milliseconds / 1_000, 1_000)
    }

    /// JSON knows no NaN and no infinity; none comes here.
    static func rounded(_ value: Double, _ scale: Double) -> JSONValue {
        guard value.isFinite else { return .null }
        return .double((value * scale).rounded() / scale)
    }
}

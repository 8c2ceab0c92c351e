import Control
package import Cycling
import Geodesy
import Peers

/// What is kept of the ride in the state folder: one JSON object in a file that only its user can
/// read, as it says where the user lives.
package enum RideStore {
    /// 32 zones with the longest names, and some room.
    package static let bytesMaximum = 65_536

    /// Why the file can't be used; a clause.
    package struct Fault: Error, Equatable {
        package let why: String
    }

    // MARK: Writing

    package static func bytes(of settings: RideSettings) -> [UInt8] {
        let zones = settings.privacy.zones.map { zone in
            JSONValue.object(
                JSONObject([
                    ("name", .string(zone.name.text)),
                    ("latitude", .double(zone.center.latitude)),
                    ("longitude", .double(zone.center.longitude)),
                    ("radius", .double(zone.radius)),
                    ("random", .string(Base64.text(of: zone.randomBytes))),
                ])
            )
        }
        let object: JSONObject = [
            "zones": .array(zones), "invisible": .bool(settings.privacy.isInvisible),
            "precision": settings.privacy.precision.map { .double($0) } ?? .null,
            "simulants": settings.simulants.map { .int(Int64($0)) } ?? .null,
            "dice": .string(settings.dice.word),
        ]
        return JSONWriter.bytes(of: .object(object)) + [UInt8(ascii: "\n")]
    }

    // MARK: Reading

    /// Reads what `bytes` writes; anything else is a fault.
    ///
    /// A zone that is overlooked would tell where somebody lives.
    package static func settings(of bytes: [UInt8]) throws(Fault) -> RideSettings {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONReader.value(of: bytes)
        } catch {
            throw Fault(why: "it is not JSON: \(error)")
        }
        guard let object = value.object else { throw Fault(why: "it is no JSON object") }
        var settings = RideSettings()
        for member in object.members {
            try self.take(member.name, member.value, into: &settings)
        }
        return settings
    }

    private static func take(
        _ name: String,
        _ value: JSONValue,
        into settings: inout RideSettings
    ) throws(Fault) {
        switch name {
        case "zones":
            guard let items = value.items, items.count <= RidePrivacy.zonesMaximum else {
                throw Fault(why: "“zones” is no array of at most \(RidePrivacy.zonesMaximum)")
            }
            for item in items { settings.privacy.zones.append(try self.zone(item)) }
        case "invisible":
            guard let flag = value.flag else { throw Fault(why: "“invisible” is no boolean") }
            settings.privacy.isInvisible = flag
        case "precision":
            guard value != .null else { return }
            guard let metres = value.number, RidePrivacy.precisions.contains(metres) else {
                throw Fault(why: "“precision” is no number of metres from 1 to 100000")
            }
            settings.privacy.precision = metres
        case "simulants":
            guard value != .null else { return }
            guard let count = value.integer, 0...Int64(OwnRiderLimits.simulantsMaximum) ~= count
            else {
                throw Fault(
                    why: "“simulants” is no number from 0 to \(OwnRiderLimits.simulantsMaximum)"
                )
            }
            settings.simulants = Int(count)
        case "dice":
            guard let mode = DiceMode.allCases.first(where: { $0.word == value.text }) else {
                throw Fault(why: "“dice” is neither tutorial nor party")
            }
            settings.dice = mode
        default:
            throw Fault(why: "it has “\(name.prefix(40))”, which this version doesn't know")
        }
    }

    private static func zone(_ value: JSONValue) throws(Fault) -> PrivacyZone {
        guard let name = value["name"]?.text, let latitude = value["latitude"]?.number,
            let longitude = value["longitude"]?.number, let radius = value["radius"]?.number,
            let random = value["random"]?.text
        else {
            throw Fault(why: "a zone lacks name, latitude, longitude, radius or random")
        }
        do {
            return try PrivacyZone(
                name: DisplayName(name),
                latitude: latitude,
                longitude: longitude,
                radius: radius,
                randomBytes: Base64.bytes(of: random, bytesMaximum: PrivacyZone.randomByteCount)
            )
        } catch {
            throw Fault(why: "the zone “\(name.prefix(40))” can't be: \(error)")
        }
    }
}

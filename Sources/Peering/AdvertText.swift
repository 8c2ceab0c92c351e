package import Peers
package import ServiceDiscovery
package import SessionEngine

/// The TXT record of an advert: hints for who reads it, proven only inside a link.
///
/// Protocol.md, DNS-SD, says what each key means.
package enum AdvertText {
    /// Bytes of the activities' names that are sent; there is room for a dozen.
    private static let activityBytesMaximum = 120

    /// What is said of this daemon.
    package static func record(of advert: Advertisement) throws(ServiceDiscoveryError) -> TextRecord
    {
        var activities = ""
        for activity in advert.activities {
            let next = activities.isEmpty ? activity : "\(activities),\(activity)"
            if next.utf8.count > Self.activityBytesMaximum { break }
            activities = next
        }
        return try TextRecord([
            (key: "v", value: Array("1".utf8)),
            (key: "id", value: Array(advert.peer.description.utf8)),
            (key: "n", value: Array(advert.name.text.utf8)),
            (key: "b", value: Array(Base32.encoded(advert.instance.prefix).utf8)),
            (key: "a", value: Array(activities.utf8)),
        ])
    }

    /// The name that another's record gives; `nil` for none, or one that is none.
    package static func name(in record: TextRecord) -> DisplayName? {
        guard let value = record["n"], let text = String(validating: value, as: UTF8.self) else {
            return nil
        }
        return try? DisplayName(text)  // tidy-ok: a hint that is no name is no hint.
    }
}

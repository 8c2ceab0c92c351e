import Foundation
import Geodesy
import GeodesyTesting
import Routes

/// Files that are too long for a repository.
enum LongFile {
    /// A recording of one track, written a thousand points at a time.
    static func write(points: Int, to path: String) throws {
        try Data().write(to: URL(fileURLWithPath: path))
        guard let file = FileHandle(forWritingAtPath: path) else {
            throw CocoaError(.fileWriteUnknown)
        }
        defer { try? file.close() }
        let head = "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\n"
        try file.write(contentsOf: Data(head.utf8))
        var ride = Ride(seed: 5, from: place(37.33182, -122.03118))
        for start in stride(from: 0, to: points, by: 1_000) {
            var text = ""
            for _ in start..<min(points, start + 1_000) {
                let point = ride.point()
                let (place, time) = (point.coordinate, point.time?.text ?? "")
                text += "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\">\n"
                text += "<ele>\(point.elevation ?? 0)</ele>\n<time>\(time)</time></trkpt>\n"
            }
            try file.write(contentsOf: Data(text.utf8))
        }
        try file.write(contentsOf: Data("</trkseg></trk></gpx>\n".utf8))
    }

    /// The most memory that this process has had at once, as the kernel counts it.
    static func peakKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}

import Foundation
import Testing

/// A program that others wrote for the same files.
struct Oracle {
    /// What it takes to run it, found by PATH.
    let words: [String]

    /// gpsbabel reading GPX from one file and writing GPX to another.
    static func gpsbabel(from source: String, to target: String, version: String) -> Oracle {
        Oracle(
            words: [
                "gpsbabel", "-w", "-r", "-t", "-i", "gpx", "-f", source,
                "-o", "gpx,gpxver=\(version)", "-F", target,
            ]
        )
    }

    /// gpxpy, asked by Debian's Python for counts, lengths and times of a file.
    static func gpxpy(_ path: String) -> Oracle {
        let script = """
            import gpxpy, json, sys
            gpx = gpxpy.parse(open(sys.argv[1], encoding="utf-8"))
            segments = [s for t in gpx.tracks for s in t.segments]
            print(json.dumps({
                "waypoints": len(gpx.waypoints),
                "routes": len(gpx.routes),
                "routePoints": sum(len(r.points) for r in gpx.routes),
                "tracks": len(gpx.tracks),
                "segments": len(segments),
                "trackPoints": sum(len(s.points) for s in segments),
                "trackMetres": sum(s.length_2d() for s in segments),
                "trackSeconds": sum(s.get_duration() or 0 for s in segments),
                "elevations": sum(p.elevation or 0 for s in segments for p in s.points),
                "names": [t.name for t in gpx.tracks],
                "times": [p.time.timestamp() for s in segments for p in s.points if p.time],
            }))
            """
        return Oracle(words: ["/usr/bin/python3", "-c", script, path])
    }

    /// What the oracle prints; `nil` when it isn't here and needn't be, which is said.
    func answer() throws -> Data? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = self.words
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        let isAbsent =
            process.terminationStatus == 127 || complaint.contains("No module named 'gpxpy'")
        if isAbsent, ProcessInfo.processInfo.environment["PACELINE_REQUIRE_LAN"] != "1" {
            print("SKIPPED: \(self.words[0]) can't be asked here: \(complaint)")
            return nil
        }
        #expect(process.terminationStatus == 0, "\(self.words): \(complaint)")
        return answer
    }
}

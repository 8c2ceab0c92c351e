import Markup
import Routes
import XML

/// A GPX file that is read from a text, as a shell reads one from a disk.
struct GPXReading {
    private(set) var items: [GPXItem] = []
    let document: GPXDocument
    let tally: GPXTally

    /// Throws the `GPXError` or the `XMLError` by which the text is refused.
    init(_ text: String, limits: GPXLimits = GPXLimits()) throws {
        var parser = XMLParser()
        parser.append(Array(text.utf8))
        parser.finish()
        var reader = GPXReader(limits: limits)
        var collector = GPXCollector(limits: limits)
        while let event = try parser.next() {
            for item in try reader.take(event) {
                self.items.append(item)
                try collector.take(item, line: event.line)
            }
        }
        (self.document, self.tally) = collector.finish()
    }

    /// The points of one segment, from what stands between its tags.
    static func points(_ content: String) throws -> [GPXPoint] {
        let reading = try Self.track("<trkseg>\n\(content)\n</trkseg>")
        return reading.document.tracks[0].segments[0]
    }

    /// A file of one track, from what stands between its tags.
    static func track(_ content: String) throws -> GPXReading {
        try GPXReading("<gpx><trk>\(content)</trk></gpx>")
    }

    /// The sentence by which a text is refused.
    static func refusal(_ text: String, limits: GPXLimits = GPXLimits()) -> String? {
        do {
            _ = try GPXReading(text, limits: limits)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

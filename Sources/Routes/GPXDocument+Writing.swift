import Geodesy
import Markup

extension GPXDocument {
    /// Writes the file as GPX 1.1, valid by its schema, piece by piece.
    ///
    /// Numbers have as many decimal digits as tell them apart from every other (at most 17 that
    /// count), no exponent, and a point; times are in UTC. So what is read back is equal, but for
    /// characters that XML can't hold and white space around texts. A text that is empty is left
    /// out, as is a number that isn't finite.
    public func write(to output: inout some TextOutputStream, creator: String = "Paceline") {
        output.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="\(MarkupText.escaped(creator))"\
             xmlns="http://www.topografix.com/GPX/1/1">

            """
        )
        if self.label != GPXLabel() {
            output.write("<metadata>\(Self.elements(self.label))</metadata>\n")
        }
        for waypoint in self.waypoints {
            output.write("\(Self.element("wpt", waypoint))\n")
        }
        for route in self.routes {
            output.write("<rte>\(Self.elements(route.label))\n")
            for point in route.points { output.write("\(Self.element("rtept", point))\n") }
            output.write("</rte>\n")
        }
        for track in self.tracks {
            output.write("<trk>\(Self.elements(track.label))\n")
            for segment in track.segments {
                output.write("<trkseg>\n")
                for point in segment { output.write("\(Self.element("trkpt", point))\n") }
                output.write("</trkseg>\n")
            }
            output.write("</trk>\n")
        }
        output.write("</gpx>\n")
    }

    private static func elements(_ label: GPXLabel) -> String {
        self.element("name", label.name) + self.element("desc", label.description)
    }

    /// In the schema's order: elevation, time, name.
    private static func element(_ tag: String, _ point: GPXPoint) -> String {
        let latitude = self.decimal(point.coordinate.latitude)
        let longitude = self.decimal(point.coordinate.longitude)
        let elevation = point.elevation.flatMap { $0.isFinite ? self.decimal($0) : nil }
        let content =
            self.element("ele", elevation)
            + self.element("time", point.time?.text)
            + self.element("name", point.name)
        return "<\(tag) lat=\"\(latitude)\" lon=\"\(longitude)\">\(content)</\(tag)>"
    }

    private static func element(_ tag: String, _ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return "<\(tag)>\(MarkupText.escaped(text))</\(tag)>"
    }

    /// The shortest decimal that reads back as this number, without an exponent.
    ///
    /// Swift prints the shortest digits, but with an exponent for what is small or large.
    static func decimal(_ number: Double) -> String {
        let parts = "\(number.magnitude)".split(separator: "e")
        let digits = parts[0].split(separator: ".")
        let (whole, fraction) = (digits[0], digits.count > 1 && digits[1] != "0" ? digits[1] : "")
        let all = String(whole + fraction)
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        // How many of the digits stand before the point.
        let point = whole.utf8.count + exponent
        let text: String
        if point <= 0 {
            text = "0." + String(repeating: "0", count: -point) + all
        } else if point >= all.utf8.count {
            text = all + String(repeating: "0", count: point - all.utf8.count)
        } else {
            text = "\(all.prefix(point)).\(all.dropFirst(point))"
        }
        return number < 0 ? "-\(text)" : text
    }
}

import Geodesy
public import Markup

/// Reads GPX 1.0 and 1.1 from what an XML parser says.
///
/// Pure, and in bounded memory: it holds at most one point and some labels. What GPX leaves
/// optional may be missing (times, elevations, names), and so may the version; what isn't GPX is
/// stepped over with all that it holds. Elements count only in the namespace of the outermost one,
/// which is that of GPX 1.0 or 1.1, or none. Labels count where the schema has them, before the
/// first point. An empty value is an absent one, and so is an elevation of NaN or infinity, which
/// some devices write for “don't know”; anything else that breaks the rules is an error with its
/// line.
public struct GPXReader: Sendable {
    private enum State: Equatable {
        /// Nothing has begun. Leaves to `inside` with the outermost element.
        case atStart
        /// Leaves to `reading` or `skipping` with a child, to its parent or `atEnd` with its end.
        case inside(GPXElement)
        /// Text is gathered in `text`. Leaves to `inside` with the value's end.
        case reading(GPXValue, in: GPXElement)
        /// Something that isn't read, `depth` elements deep. Leaves to `inside` with its end.
        case skipping(depth: Int, in: GPXElement)
        /// The outermost element has ended. Stays so.
        case atEnd
    }

    private static let namespaces = [
        "http://www.topografix.com/GPX/1/0", "http://www.topografix.com/GPX/1/1",
    ]

    private let limits: GPXLimits
    private var state = State.atStart
    private var namespace: String?
    private var text = ""
    private var point: GPXPoint?
    /// What the document, track or route says that has begun; `nil` once it was given.
    private var documentLabel: GPXLabel?
    private var lineLabel: GPXLabel?

    public init(limits: GPXLimits = GPXLimits()) {
        self.limits = limits
    }

    /// Takes what the document says next, and returns what is complete by it.
    public mutating func take(_ event: MarkupEvent) throws(GPXError) -> [GPXItem] {
        switch event {
        case .start(let name, let attributes, let line):
            return try self.started(name, attributes, line)
        case .end(_, let line):
            return try self.ended(line)
        case .text(let text, let line):
            try self.found(text, line)
            return []
        }
    }

    // MARK: An element began

    private mutating func started(
        _ name: MarkupName,
        _ attributes: [MarkupAttribute],
        _ line: Int
    ) throws(GPXError) -> [GPXItem] {
        switch self.state {
        case .atStart:
            try self.documentStarted(name, attributes, line)
            return []
        case .inside(let element):
            guard name.namespace == self.namespace else { break }
            if let value = element.value(name.local) {
                self.text = ""
                self.state = .reading(value, in: element)
                return []
            }
            guard let child = element.child(name.local) else { break }
            self.state = .inside(child)
            return try self.began(child, name.local, attributes, line)
        case .reading(_, let element):
            // No value has elements in it; what this one holds is not what it should.
            self.text = ""
            self.state = .skipping(depth: 2, in: element)
            return []
        case .skipping(let depth, let element):
            self.state = .skipping(depth: depth + 1, in: element)
            return []
        case .atEnd:
            return []  // an XML parser gives one outermost element; a second is none of ours
        }
        if case .inside(let element) = self.state {
            self.state = .skipping(depth: 1, in: element)
        }
        return []
    }

    private mutating func documentStarted(
        _ name: MarkupName,
        _ attributes: [MarkupAttribute],
        _ line: Int
    ) throws(GPXError) {
        let isKnown = name.namespace.map(Self.namespaces.contains) ?? true
        guard name.local == "gpx", isKnown else {
            throw GPXError(line: line, .notGPX(element: GPXError.quoted(name.description)))
        }
        let version = attributes.first { $0.name == MarkupName("version") }?.value
        guard version == nil || version == "1.0" || version == "1.1" else {
            throw GPXError(line: line, .version(GPXError.quoted(version ?? "")))
        }
        self.namespace = name.namespace
        self.documentLabel = GPXLabel()
        self.state = .inside(.document)
    }

    private mutating func began(
        _ element: GPXElement,
        _ name: String,
        _ attributes: [MarkupAttribute],
        _ line: Int
    ) throws(GPXError) -> [GPXItem] {
        switch element {
        case .document, .metadata:
            return []
        case .route, .track:
            self.lineLabel = GPXLabel()
            return self.takeDocument()
        case .segment:
            return self.takeLine(.track) + [.segmentBegan]
        case .waypoint:
            self.point = try self.point(name, attributes, line)
            return self.takeDocument()
        case .routePoint:
            self.point = try self.point(name, attributes, line)
            return self.takeLine(.route)
        case .trackPoint:
            self.point = try self.point(name, attributes, line)
            return []
        }
    }

    /// The document's beginning, unless it was given already.
    private mutating func takeDocument() -> [GPXItem] {
        defer { self.documentLabel = nil }
        return self.documentLabel.map { [.documentBegan($0)] } ?? []
    }

    /// The beginning of a track or route, unless it was given already.
    private mutating func takeLine(_ element: GPXElement) -> [GPXItem] {
        defer { self.lineLabel = nil }
        return self.lineLabel.map { [element == .track ? .trackBegan($0) : .routeBegan($0)] } ?? []
    }

    private func point(
        _ element: String,
        _ attributes: [MarkupAttribute],
        _ line: Int
    ) throws(GPXError) -> GPXPoint {
        let latitude = try self.degrees("lat", of: element, attributes, line)
        let longitude = try self.degrees("lon", of: element, attributes, line)
        do throws(CoordinateError) {
            return GPXPoint(try Coordinate(latitude: latitude, longitude: longitude))
        } catch {
            throw GPXError(line: line, .coordinate(error))
        }
    }

    private func degrees(
        _ attribute: String,
        of element: String,
        _ attributes: [MarkupAttribute],
        _ line: Int
    ) throws(GPXError) -> Double {
        guard let text = attributes.first(where: { $0.name == MarkupName(attribute) })?.value else {
            throw GPXError(line: line, .missingAttribute(element: element, attribute: attribute))
        }
        guard text.utf8.count <= self.limits.valueBytesMaximum else {
            let accepted = self.limits.valueBytesMaximum
            throw GPXError(line: line, .valueTooLong(what: attribute, accepted: accepted))
        }
        guard let degrees = DecimalScanner.number(text) else {
            throw GPXError(line: line, .notNumber(what: attribute, text: GPXError.quoted(text)))
        }
        return degrees
    }

    // MARK: Text came

    private mutating func found(_ text: String, _ line: Int) throws(GPXError) {
        guard case .reading(let value, _) = self.state else { return }
        switch value {
        case .name, .pointName:
            self.text += text.cut(toBytes: self.limits.nameBytesMaximum)
        case .description:
            self.text += text.cut(toBytes: self.limits.descriptionBytesMaximum)
        case .elevation, .time:
            self.text += text
            guard self.text.utf8.count <= self.limits.valueBytesMaximum else {
                let what = value == .time ? "time" : "elevation"
                let accepted = self.limits.valueBytesMaximum
                throw GPXError(line: line, .valueTooLong(what: what, accepted: accepted))
            }
        }
    }

    // MARK: An element ended

    private mutating func ended(_ line: Int) throws(GPXError) -> [GPXItem] {
        switch self.state {
        case .inside(let element):
            self.state = element.parent.map { .inside($0) } ?? .atEnd
            return self.finished(element)
        case .reading(let value, let element):
            self.state = .inside(element)
            try self.finished(value, in: element, line)
            return []
        case .skipping(let depth, let element):
            self.state = depth > 1 ? .skipping(depth: depth - 1, in: element) : .inside(element)
            return []
        case .atStart, .atEnd:
            return []  // nothing has begun that could end
        }
    }

    private mutating func finished(_ element: GPXElement) -> [GPXItem] {
        defer { if element != .metadata { self.point = nil } }
        switch element {
        case .document: return self.takeDocument()
        case .metadata, .segment: return []
        case .route, .track: return self.takeLine(element)
        case .waypoint: return self.point.map { [.waypoint($0)] } ?? []
        case .routePoint: return self.point.map { [.routePoint($0)] } ?? []
        case .trackPoint: return self.point.map { [.trackPoint($0)] } ?? []
        }
    }

    private mutating func finished(
        _ value: GPXValue,
        in element: GPXElement,
        _ line: Int
    ) throws(GPXError) {
        let text = self.text.trimmed
        guard !text.isEmpty else { return }
        switch value {
        case .elevation:
            self.point?.elevation = try Self.elevation(text, line)
        case .time:
            do throws(GPXTime.Fault) {
                self.point?.time = try GPXTime(parsing: text)
            } catch {
                throw GPXError(line: line, .time(text: GPXError.quoted(text), error))
            }
        case .pointName:
            self.point?.name = text
        case .name where element == .document || element == .metadata:
            self.documentLabel?.name = text
        case .name:
            self.lineLabel?.name = text
        case .description where element == .document || element == .metadata:
            self.documentLabel?.description = text
        case .description:
            self.lineLabel?.description = text
        }
    }

    /// Metres; `nil` for the words that C and Java print for a number they don't have.
    private static func elevation(_ text: String, _ line: Int) throws(GPXError) -> Double? {
        if let number = DecimalScanner.number(text) { return number }
        let word = text.drop { $0 == "-" || $0 == "+" }.lowercased()
        guard ["nan", "inf", "infinity"].contains(word) else {
            throw GPXError(
                line: line,
                .notNumber(what: "elevation", text: GPXError.quoted(text))
            )
        }
        return nil
    }
}

import CExpat
import Glibc
import Markup

/// What expat's callbacks fill: the events of one slice, and the first reason for a refusal.
///
/// expat keeps an unretained pointer to it. `XMLParser`, which owns both, frees expat first, and
/// callbacks come only out of its calls of `XML_Parse`.
final class XMLEventCollector {
    /// Between a namespace, a name and a prefix: a byte that no XML document can hold.
    static let separator = XML_Char(0x0C)

    /// What expat remembers for each name: its namespace, itself and its prefix.
    private struct RawName: Hashable {
        let name: MarkupName
        let prefix: String?
    }

    private(set) var refusal: XMLError?

    /// Borrowed: `XMLParser` owns it.
    private let expat: OpaquePointer
    private let limits: XMLLimits
    private var events: [MarkupEvent] = []
    private var nextEvent = 0
    /// The names of the elements that are open, the outermost first.
    private var open: [MarkupName] = []
    private var text: [UInt8] = []
    private var textLine = 0
    private var names: Set<RawName> = []
    private var prefixes: Set<String> = []
    /// The names that came last as expat wrote them: a document repeats a handful all the time.
    private var recent: [(triplet: [UInt8], name: MarkupName)] = []
    private var oldestRecent = 0
    private static let recentMaximum = 16

    init(_ expat: OpaquePointer, _ limits: XMLLimits) {
        self.expat = expat
        self.limits = limits
    }

    /// Hands expat the callbacks and the pointer that they come back with.
    func attach() {
        XML_SetUserData(self.expat, Unmanaged.passUnretained(self).toOpaque())
        XML_SetReturnNSTriplet(self.expat, 1)
        XML_SetElementHandler(
            self.expat,
            { context, name, attributes in
                guard let name, let attributes else { return }
                XMLEventCollector.from(context)?.elementStarted(name, attributes)
            },
            { context, _ in XMLEventCollector.from(context)?.elementEnded() }
        )
        XML_SetCharacterDataHandler(self.expat) { context, characters, count in
            let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
            XMLEventCollector.from(context)?.textFound(bytes)
        }
        XML_SetStartNamespaceDeclHandler(self.expat) { context, prefix, _ in
            XMLEventCollector.from(context)?.prefixDeclared(prefix)
        }
        XML_SetStartDoctypeDeclHandler(self.expat) { context, _, _, _, _ in
            XMLEventCollector.from(context)?.doctypeFound()
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> XMLEventCollector? {
        // The parser that owns the collector is in the middle of a call.
        context.map { Unmanaged<XMLEventCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The first event that has not been taken.
    func next() -> MarkupEvent? {
        guard self.nextEvent < self.events.count else {
            self.events.removeAll(keepingCapacity: true)
            self.nextEvent = 0
            return nil
        }
        defer { self.nextEvent += 1 }
        return self.events[self.nextEvent]
    }

    // MARK: expat found something

    private func elementStarted(
        _ name: UnsafePointer<XML_Char>,
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
    ) {
        guard self.refusal == nil else { return }
        self.flushText()
        let line = self.line
        guard self.open.count < self.limits.depthMaximum else {
            return self.refuse(.tooDeep(line: line, accepted: self.limits.depthMaximum))
        }
        // Each attribute is a name and a value.
        let count = Int(XML_GetSpecifiedAttributeCount(self.expat)) / 2
        guard count <= self.limits.attributesMaximum else {
            let accepted = self.limits.attributesMaximum
            return self.refuse(.tooManyAttributes(line: line, count: count, accepted: accepted))
        }
        guard let name = self.name(name, line) else { return }
        var found: [MarkupAttribute] = []
        found.reserveCapacity(count)
        for index in 0..<count {
            guard let key = attributes[2 * index], let value = attributes[2 * index + 1] else {
                preconditionFailure("expat counted \(count) attributes and gave \(index).")
            }
            let text = String(cString: value)
            guard text.utf8.count <= self.limits.attributeBytesMaximum else {
                return self.refuse(
                    .attributeTooLong(
                        line: line,
                        bytes: text.utf8.count,
                        accepted: self.limits.attributeBytesMaximum
                    )
                )
            }
            guard let attribute = self.name(key, line) else { return }
            found.append(MarkupAttribute(attribute, text))
        }
        self.open.append(name)
        self.events.append(.start(name, attributes: found, line: line))
    }

    private func elementEnded() {
        guard self.refusal == nil else { return }
        self.flushText()
        guard let name = self.open.popLast() else {
            preconditionFailure("expat ended an element that it had not started.")
        }
        self.events.append(.end(name, line: self.line))
    }

    private func textFound(_ bytes: UnsafeRawBufferPointer) {
        guard self.refusal == nil else { return }
        if self.text.isEmpty { self.textLine = self.line }
        guard self.text.count + bytes.count <= self.limits.textBytesMaximum else {
            let accepted = self.limits.textBytesMaximum
            return self.refuse(.textTooLong(line: self.textLine, accepted: accepted))
        }
        self.text.append(contentsOf: bytes)
    }

    /// One event for all the pieces that came since the last tag.
    private func flushText() {
        guard !self.text.isEmpty else { return }
        self.events.append(.text(String(decoding: self.text, as: UTF8.self), line: self.textLine))
        self.text.removeAll(keepingCapacity: self.text.capacity <= 65_536)
    }

    private func prefixDeclared(_ prefix: UnsafePointer<XML_Char>?) {
        guard self.refusal == nil, let prefix else { return }
        self.prefixes.insert(String(cString: prefix))
        self.checkNames(self.line)
    }

    /// Told before anything of the declaration's inside is read.
    private func doctypeFound() {
        guard self.refusal == nil else { return }
        self.refuse(.documentType(line: self.line))
    }

    /// Stops expat for good; some callbacks may still come, and find the refusal.
    ///
    /// Corresponds to `XML_StopParser`.
    private func refuse(_ error: XMLError) {
        self.refusal = error
        XML_StopParser(self.expat, 0)
    }

    // MARK: Names

    private var line: Int { Int(XML_GetCurrentLineNumber(self.expat)) }

    /// A name cut out of expat's triplet; `nil` when it was refused.
    private func name(_ triplet: UnsafePointer<XML_Char>, _ line: Int) -> MarkupName? {
        let bytes = UnsafeRawBufferPointer(start: triplet, count: strlen(triplet))
        for known in self.recent where known.triplet.count == bytes.count {
            if memcmp(known.triplet, triplet, bytes.count) == 0 { return known.name }
        }
        guard bytes.count <= self.limits.nameBytesMaximum else {
            let accepted = self.limits.nameBytesMaximum
            self.refuse(.nameTooLong(line: line, bytes: bytes.count, accepted: accepted))
            return nil
        }
        let parts = bytes.split(
            separator: UInt8(bitPattern: Self.separator),
            omittingEmptySubsequences: false
        )
        let name =
            parts.count == 1
            ? MarkupName(Self.string(parts[0]))
            : MarkupName(Self.string(parts[1]), in: Self.string(parts[0]))
        let prefix = parts.count == 3 ? Self.string(parts[2]) : nil
        self.names.insert(RawName(name: name, prefix: prefix))
        self.checkNames(line)
        guard self.refusal == nil else { return nil }
        self.remember(Array(bytes), name)
        return name
    }

    private func remember(_ triplet: [UInt8], _ name: MarkupName) {
        guard self.recent.count == Self.recentMaximum else {
            self.recent.append((triplet, name))
            return
        }
        self.recent[self.oldestRecent] = (triplet, name)
        self.oldestRecent = (self.oldestRecent + 1) % Self.recentMaximum
    }

    private static func string(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    private func checkNames(_ line: Int) {
        let accepted = self.limits.namesMaximum
        guard self.refusal == nil, self.names.count + self.prefixes.count > accepted else { return }
        self.refuse(.tooManyNames(line: line, accepted: accepted))
    }
}

import Markup
import XML

/// All that a document says, fed in pieces of that many bytes, and how it ended.
func reading(
    _ bytes: [UInt8],
    by size: Int = .max,
    limits: XMLLimits = XMLLimits()
) -> (events: [MarkupEvent], error: XMLError?) {
    var parser = XMLParser(limits: limits)
    var events: [MarkupEvent] = []
    do throws(XMLError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            parser.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            while let event = try parser.next() { events.append(event) }
        }
        parser.finish()
        while let event = try parser.next() { events.append(event) }
        return (events, nil)
    } catch {
        return (events, error)
    }
}

func reading(
    _ text: String,
    by size: Int = .max,
    limits: XMLLimits = XMLLimits()
) -> (events: [MarkupEvent], error: XMLError?) {
    reading(Array(text.utf8), by: size, limits: limits)
}

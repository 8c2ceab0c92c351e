// fuzz modules: Determinism Geodesy Markup XML Routes
import Geodesy
import Markup
import Routes
import XML

/// Called by libFuzzer with each input: a file that claims to be GPX.
///
/// The first byte says in chunks of how many bytes the rest arrives. Whatever the file says, it
/// says the same in one piece; what is read can be written, reads back equal, and can be ridden.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let chunk = input.first else { return 0 }
    let bytes = Array(input[1...])
    let whole = outcome(bytes, by: max(1, bytes.count))
    let cut = outcome(bytes, by: max(1, Int(chunk)))
    // Of two things that are wrong expat may see the other one first in another piece.
    precondition(
        (try? whole.get()) == (try? cut.get()),
        "Whole gives \(whole), in \(chunk) bytes \(cut)"
    )
    switch whole {
    case .failure(let refusal):
        precondition(refusal.sentence.hasSuffix("."), "No sentence: \(refusal.sentence)")
    case .success(let document):
        checkWriting(document)
        checkRiding(document)
    }
    return 0
}

/// The sentence by which a file is refused.
private struct Refusal: Error, Equatable {
    let sentence: String
}

private func outcome(_ bytes: [UInt8], by size: Int) -> Result<GPXDocument, Refusal> {
    var parser = XMLParser()
    var reader = GPXReader()
    var collector = GPXCollector()
    do {
        for start in stride(from: 0, to: bytes.count + size, by: size) {
            if start < bytes.count {
                parser.append(bytes[start..<min(start + size, bytes.count)])
            } else {
                parser.finish()
            }
            while let event = try parser.next() {
                for item in try reader.take(event) {
                    try collector.take(item, line: event.line)
                }
            }
        }
        return .success(collector.finish().document)
    } catch {
        return .failure(Refusal(sentence: "\(error)"))
    }
}

private func checkWriting(_ document: GPXDocument) {
    var text = ""
    document.write(to: &text)
    let again = outcome(Array(text.utf8), by: 65_536)
    precondition(again == .success(document), "\(document) reads back as \(again)")
}

private func checkRiding(_ document: GPXDocument) {
    guard let route = try? Route(document, isClosed: true) else { return }
    precondition(route.metres.isFinite && route.metres >= 0, "\(route.metres) m")
    for distance in [0, route.metres / 3, route.metres, -1, .nan, .infinity] {
        let point = route.point(at: distance)
        precondition(point.azimuth.map { (0..<360).contains($0) } ?? true, "\(point)")
        let nearest = route.nearest(to: point.coordinate)
        precondition(nearest.away < 0.01, "\(point) is \(nearest) from its route")
    }
}

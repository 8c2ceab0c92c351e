/// What one line of gpsd's says, as far as it is of use, before libgps has seen it.
///
/// libgps reads on where a line was cut off, takes `null` and a cut number for what they aren't,
/// and turns in a circle over some that are valid: `{"class":"TPV","a":[1],"class":"TPV"}`. So a
/// line must be one whole JSON object that says nothing twice, and what libgps gets is written
/// anew, of nothing but what it reads well.
struct ReportOutline {
    /// The members that matter, spelled as in gpsd_json(5).
    private enum Key: String {
        case `class`, release, devices, device, mode, time, lat, lon, altMSL, speed, track, eph
    }

    /// Which kind of report it is.
    enum Kind: Equatable {
        case version
        case devices(Int)
        case device
        case fix
        case other
    }

    /// 32: gpsd writes 20 at most; libgps adds exponents up in an Int32, so that
    /// 5e4294967297 would be 50.
    private static let numberBytesMaximum = 32
    private static let exponentDigitsMaximum = 3
    /// Of `device`, and of `release`: a longer one makes libgps give up on the line.
    private static let deviceBytesMaximum = 127
    private static let releaseBytesMaximum = 63

    let kind: Kind
    private let line: [UInt8]
    private let values: [Key: (kind: JSONScanner.Kind, place: Range<Int>)]

    init(of line: [UInt8]) throws(MalformedReport) {
        guard String(validating: line, as: UTF8.self) != nil else { throw MalformedReport() }
        var scanner = JSONScanner(line)
        var values: [Key: (kind: JSONScanner.Kind, place: Range<Int>)] = [:]
        try scanner.object { (name, kind, place) throws(MalformedReport) in
            guard let key = Key(rawValue: String(decoding: line[name], as: UTF8.self)) else {
                return
            }
            guard values.updateValue((kind, place), forKey: key) == nil else {
                throw MalformedReport()
            }
        }
        try scanner.end()
        self.line = line
        self.values = values
        self.kind = try Self.kind(of: line, values)
    }

    private static func kind(
        of line: [UInt8],
        _ values: [Key: (kind: JSONScanner.Kind, place: Range<Int>)]
    ) throws(MalformedReport) -> Kind {
        guard let name = values[.class], case .text = name.kind else { throw MalformedReport() }
        switch String(decoding: line[name.place], as: UTF8.self) {
        case "\"VERSION\"": return .version
        case "\"DEVICE\"": return .device
        case "\"TPV\"": return .fix
        case "\"DEVICES\"":
            guard case .list(let count) = values[.devices]?.kind else { throw MalformedReport() }
            return .devices(count)
        default: return .other
        }
    }

    // MARK: For libgps

    /// The VERSION anew, ended by a zero byte.
    func rewrittenVersion() -> [CChar] {
        self.rewritten(
            "VERSION",
            [(.release, self.text(.release, bytesMaximum: Self.releaseBytesMaximum))]
        )
    }

    /// The TPV anew, ended by a zero byte; without a value that is none of its kind.
    func rewrittenFix() throws(MalformedReport) -> [CChar] {
        let numbers: [Key] = [.lat, .lon, .altMSL, .speed, .track, .eph]
        return self.rewritten(
            "TPV",
            [
                (.mode, try self.mode()),
                (.time, self.time()),
                (.device, self.text(.device, bytesMaximum: Self.deviceBytesMaximum)),
            ] + numbers.map { ($0, self.number($0)) }
        )
    }

    private func rewritten(_ name: String, _ members: [(Key, ArraySlice<UInt8>?)]) -> [CChar] {
        var text = Array("{\"class\":\"\(name)\"".utf8)
        for case (let key, let value?) in members {
            text += Array(",\"\(key.rawValue)\":".utf8)
            text += value
        }
        return (text + Array("}\0".utf8)).map { CChar(bitPattern: $0) }
    }

    /// The mode, 0 to 3; `nil` if it isn't said.
    private func mode() throws(MalformedReport) -> ArraySlice<UInt8>? {
        guard let (_, place) = self.values[.mode] else { return nil }
        let text = self.line[place]
        guard text.count == 1, let digit = text.first, (48...51).contains(digit) else {
            throw MalformedReport()
        }
        return text
    }

    private func number(_ key: Key) -> ArraySlice<UInt8>? {
        guard let (kind, place) = self.values[key], case .number = kind,
            place.count <= Self.numberBytesMaximum
        else { return nil }
        let text = self.line[place]
        let exponent = text.drop { $0 | 0x20 != UInt8(ascii: "e") }
            .drop { !(48...57).contains($0) }
        return exponent.count <= Self.exponentDigitsMaximum ? text : nil
    }

    private func text(_ key: Key, bytesMaximum: Int) -> ArraySlice<UInt8>? {
        guard let (kind, place) = self.values[key], case .text = kind,
            place.count - 2 <= bytesMaximum
        else { return nil }
        return self.line[place]
    }

    private func time() -> ArraySlice<UInt8>? {
        guard let (kind, place) = self.values[.time], case .text = kind,
            ReportTime.isOne(self.line[place].dropFirst().dropLast())
        else { return nil }
        return self.line[place]
    }
}

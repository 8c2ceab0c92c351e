import Control

extension Coordinate {
    /// What a place looks like on a command line.
    static let help = "degrees, as in 37.33182,-122.03118; or with N, S, E and W behind them"

    /// What one of the two numbers is.
    private enum Axis {
        case latitude
        case longitude

        var name: String {
            switch self {
            case .latitude: "latitude"
            case .longitude: "longitude"
            }
        }
        var maximum: Double {
            switch self {
            case .latitude: 90
            case .longitude: 180
            }
        }
        /// The letters for more than 0 and for less.
        var letters: (positive: Character, negative: Character) {
            switch self {
            case .latitude: ("N", "S")
            case .longitude: ("E", "W")
            }
        }
    }

    /// Reads `LAT,LON` or `LAT LON`; throws a sentence that says what is wrong.
    init(typed text: String) throws(CommandFailure) {
        let fields = Self.fields(of: text)
        guard fields.count == 2 else { throw Self.refusal(of: text, fields: fields.count) }
        let latitude = try Self.degrees(fields[0], .latitude, of: text)
        let longitude = try Self.degrees(fields[1], .longitude, of: text)
        self.init(nearest: latitude, longitude)
    }

    /// Two numbers of an answer as a place to read, and to type again; a dash for what is none.
    static func text(_ latitude: JSONValue?, _ longitude: JSONValue?) -> String {
        guard let latitude = latitude?.number, let longitude = longitude?.number,
            let place = Coordinate(latitude: latitude, longitude: longitude)
        else { return "–" }
        let north = FixedPoint.text(of: place.latitude, decimals: 5)
        return "\(north),\(FixedPoint.text(of: place.longitude, decimals: 5))"
    }

    /// The fields between commas and spaces; a letter by itself belongs to the one before it.
    private static func fields(of text: String) -> [String] {
        var fields: [String] = []
        for part in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let isLetter = part.count == 1 && "NSEWnsew".contains(part)
            if isLetter, let last = fields.indices.last {
                fields[last] += part
            } else {
                fields.append(String(part))
            }
        }
        return fields
    }

    private static func refusal(of text: String, fields: Int) -> CommandFailure {
        if fields > 2, text.contains(",") {
            return .usage(
                "“\(text)” is no place: degrees have a point before their fraction, not a comma, "
                    + "as in 37.33182,-122.03118."
            )
        }
        let what = fields < 2 ? "needs a latitude and a longitude" : "has more than two numbers"
        return .usage("“\(text)” is no place: it \(what); a place is \(Self.help).")
    }

    private static func degrees(
        _ field: String,
        _ axis: Axis,
        of text: String
    ) throws(CommandFailure) -> Double {
        var number = field[...]
        var sign = 1.0
        if let letter = field.last?.uppercased().first, "NSEW".contains(letter) {
            guard letter == axis.letters.positive || letter == axis.letters.negative else {
                throw .usage(
                    "“\(text)” is no place: “\(field)” is no \(axis.name); "
                        + "the latitude comes first."
                )
            }
            number = number.dropLast()
            sign = letter == axis.letters.negative ? -1 : 1
            guard number.first.map({ !"-−+".contains($0) }) ?? true else {
                throw .usage("“\(text)” is no place: “\(field)” has a sign as well as a letter.")
            }
        }
        if number.last == "°" { number = number.dropLast() }
        guard let value = DecimalText.value(of: number) else {
            throw .usage(
                "“\(text)” is no place: “\(field)” is no \(axis.name); a place is \(Self.help)."
            )
        }
        guard value.magnitude <= axis.maximum else {
            throw .usage(
                "“\(text)” is no place: the \(axis.name) goes from -\(Int(axis.maximum)) to "
                    + "\(Int(axis.maximum)) degrees, not to \(number)."
            )
        }
        return value * sign
    }
}

/// Why two numbers are no place on the earth.
public enum CoordinateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The latitude is infinite or no number.
    case latitudeNotFinite(Double)
    /// The longitude is infinite or no number.
    case longitudeNotFinite(Double)
    /// The latitude lies beyond a pole.
    case latitudeOutOfRange(Double)
    /// The longitude is more than half a turn.
    case longitudeOutOfRange(Double)

    public var description: String {
        switch self {
        case .latitudeNotFinite(let value):
            "The latitude is \(value), which is no finite number."
        case .longitudeNotFinite(let value):
            "The longitude is \(value), which is no finite number."
        case .latitudeOutOfRange(let value):
            "The latitude is \(value)°; it must lie between −90° and 90°."
        case .longitudeOutOfRange(let value):
            "The longitude is \(value)°; it must lie between −180° and 180°."
        }
    }

    // NaN differs from itself, but an error about it is the same error.
    public static func == (left: CoordinateError, right: CoordinateError) -> Bool {
        left.description == right.description
    }
}

/// Why some bytes are not a JSON text that is accepted here.
public enum JSONFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes are not UTF-8.
    case notUTF8
    /// The text ends inside a value.
    case endsEarly
    /// Something that can't stand at this byte, counted from 0.
    case unexpected(at: Int)
    /// A value is followed by something else.
    case trailing(at: Int)
    /// A number that no 64 bits can hold.
    case numberTooLarge(at: Int)
    /// An object names one member twice, so that readers would differ about it.
    case doubleName(String)
    /// Arrays and objects are nested too deep.
    case tooDeep(maximum: Int)

    public var description: String {
        switch self {
        case .notUTF8: "The text is not UTF-8."
        case .endsEarly: "The JSON text ends inside a value."
        case .unexpected(let at): "Byte \(at) can't stand there in a JSON text."
        case .trailing(let at): "Something follows the JSON value at byte \(at)."
        case .numberTooLarge(let at): "The number at byte \(at) is too large."
        case .doubleName(let name): "An object names “\(name)” twice."
        case .tooDeep(let maximum): "The JSON text is nested deeper than \(maximum) levels."
        }
    }
}

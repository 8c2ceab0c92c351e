/// One param that a method takes.
public struct ControlParameter: Equatable, Sendable {
    /// What it must be.
    public enum Kind: Equatable, Sendable {
        case text
        case flag
        /// An array of strings.
        case texts
        /// Any number; it is finite, as JSON knows no other.
        case number
        /// A number without fraction or exponent that 64 bits hold.
        case integer

        var text: String {
            switch self {
            case .text: "a string"
            case .flag: "a boolean"
            case .texts: "an array of strings"
            case .number: "a number"
            case .integer: "a whole number"
            }
        }

        func admits(_ value: JSONValue) -> Bool {
            switch self {
            case .text: value.text != nil
            case .flag: value.flag != nil
            case .texts: value.items?.allSatisfy { $0.text != nil } ?? false
            case .number: value.number != nil
            case .integer: value.integer != nil
            }
        }

        /// What a value is that this kind does not admit, for a sentence.
        func text(ofRefused value: JSONValue) -> String {
            switch self {
            case .text, .flag, .texts, .number: value.kindText
            case .integer:
                value.number == nil
                    ? value.kindText : "one with a fraction, an exponent or more than 64 bits"
            }
        }
    }

    public let name: String
    public let kind: Kind
    public let isRequired: Bool

    static func required(_ name: String, _ kind: Kind) -> ControlParameter {
        ControlParameter(name: name, kind: kind, isRequired: true)
    }

    static func optional(_ name: String, _ kind: Kind) -> ControlParameter {
        ControlParameter(name: name, kind: kind, isRequired: false)
    }

    /// Throws unless `value` may stand for this param; absent is `nil`.
    func check(_ value: JSONValue?, of method: ControlMethod) throws(ControlError) {
        guard let value else {
            guard self.isRequired else { return }
            throw .invalidParams(
                "“\(method.rawValue)” needs the param “\(self.name)”, \(self.kind.text)."
            )
        }
        guard self.kind.admits(value) else {
            throw .invalidParams(
                """
                The param “\(self.name)” of “\(method.rawValue)” must be \(self.kind.text), \
                not \(self.kind.text(ofRefused: value)).
                """
            )
        }
    }
}

public import Geodesy

/// Why a GPX file is refused.
public struct GPXError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    public let fault: Fault

    /// What is wrong there.
    ///
    /// Texts of the file are cut to `quotedMaximum` characters.
    public enum Fault: Equatable, Sendable {
        /// The outermost element is none of GPX 1.0 or 1.1.
        case notGPX(element: String)
        /// It is of another version of GPX.
        case version(String)
        /// A point lacks its latitude or longitude.
        case missingAttribute(element: String, attribute: String)
        /// A number is none of `xsd:decimal`.
        case notNumber(what: String, text: String)
        /// Latitude and longitude are no place.
        case coordinate(CoordinateError)
        /// A time is none of `xsd:dateTime`.
        case time(text: String, GPXTime.Fault)
        /// A number or time is longer than any can be.
        case valueTooLong(what: String, accepted: Int)
        /// There are more of something than are read.
        case tooMany(what: String, accepted: Int)
    }

    public init(line: Int, _ fault: Fault) {
        self.line = line
        self.fault = fault
    }

    public var description: String { "Line \(self.line) \(self.clause)" }

    private var clause: String {
        switch self.fault {
        case .notGPX(let element):
            "begins with the element “\(element)”, which is neither GPX 1.0 nor 1.1."
        case .version(let version):
            "says GPX “\(version)”; versions 1.0 and 1.1 are read."
        case .missingAttribute(let element, let attribute):
            "has a \(element) without \(attribute)."
        case .notNumber(let what, let text):
            "has the \(what) “\(text)”, which is no decimal number such as 51.5371."
        case .coordinate(let error):
            "has a point that is nowhere: \(error)"
        case .time(let text, let fault):
            "has the time “\(text)”, which \(fault.clause)."
        case .valueTooLong(let what, let accepted):
            "writes the \(what) in more than \(accepted) bytes, which none needs."
        case .tooMany(let what, let accepted):
            "has more \(what) than the \(accepted) that are read."
        }
    }

    private static let quotedMaximum = 40

    /// A text of the file as an error may repeat it: short, on one line, nothing a terminal obeys.
    static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars.prefix(self.quotedMaximum) {
            let isSafe =
                scalar.properties.generalCategory != .control
                && scalar.properties.generalCategory != .format
            quoted.unicodeScalars.append(isSafe ? scalar : "\u{FFFD}")
        }
        return text.unicodeScalars.count > self.quotedMaximum ? quoted + "…" : quoted
    }
}

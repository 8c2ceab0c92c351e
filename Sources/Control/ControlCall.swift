/// A client's call, to be answered once by `ControlServer.answer` or `fail`.
///
/// Its params have the kinds that `ControlMethod.parameters` says, and no others are there.
public struct ControlCall: Sendable {
    public let client: ControlClientID
    /// Absent for a notification, whose answer goes nowhere.
    public let id: RequestID?
    public let method: ControlMethod
    /// An object.
    public var params: JSONValue { .object(self.object) }
    /// Which of the client's calls it is, counted from 0: ids may repeat, these don't.
    let number: UInt64
    private let object: JSONObject

    init(client: ControlClientID, number: UInt64, request: ControlRequest) {
        self.client = client
        self.number = number
        self.id = request.id
        self.method = request.method
        self.object = request.params
    }

    /// A string param that must be there.
    public func text(_ name: String) throws(ControlError) -> String {
        guard let text = try self.optionalText(name) else {
            throw .invalidParams(
                "“\(self.method.rawValue)” needs the param “\(name)”, a string."
            )
        }
        return text
    }

    /// A string param that may be absent.
    public func optionalText(_ name: String) throws(ControlError) -> String? {
        try self.checked(name, .text)?.text
    }

    /// A boolean param, or what its absence means.
    public func bool(_ name: String, default absent: Bool) throws(ControlError) -> Bool {
        try self.checked(name, .flag)?.flag ?? absent
    }

    /// A number param that must be there; finite.
    public func number(_ name: String) throws(ControlError) -> Double {
        guard let number = try self.optionalNumber(name) else {
            throw .invalidParams(
                "“\(self.method.rawValue)” needs the param “\(name)”, a number."
            )
        }
        return number
    }

    /// A number param that may be absent; finite.
    public func optionalNumber(_ name: String) throws(ControlError) -> Double? {
        try self.checked(name, .number)?.number
    }

    /// A whole number param that may be absent.
    public func optionalInteger(_ name: String) throws(ControlError) -> Int64? {
        try self.checked(name, .integer)?.integer
    }

    /// An array of strings that may be absent.
    public func optionalTexts(_ name: String) throws(ControlError) -> [String]? {
        try self.checked(name, .texts)?.items?.compactMap(\.text)
    }

    private func checked(
        _ name: String,
        _ kind: ControlParameter.Kind
    ) throws(ControlError) -> JSONValue? {
        let value = self.object[name]
        try ControlParameter.optional(name, kind).check(value, of: self.method)
        return value
    }
}

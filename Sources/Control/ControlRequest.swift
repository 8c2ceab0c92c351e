/// One line from a client, known to be a request with a known method and fitting params.
struct ControlRequest: Equatable {
    /// Absent for a notification, which gets no answer.
    let id: RequestID?
    let method: ControlMethod
    let params: JSONObject

    /// Reads a line without its newline (JSON-RPC 2.0, section 4).
    init(line: [UInt8]) throws(ControlFault) {
        let value: JSONValue
        do {
            value = try JSONReader.value(of: line)
        } catch {
            throw ControlFault(.notJSON, error.description)
        }
        guard let object = value.object else {
            throw ControlFault(.notARequest, Self.notAnObject(value))
        }
        self.id = try Self.id(of: object)
        do {
            let envelope = try Self.envelope(of: object)
            self.method = envelope.method
            self.params = envelope.params
        } catch {
            var fault = error
            fault.id = self.id
            throw fault
        }
    }

    private static func notAnObject(_ value: JSONValue) -> String {
        value.items != nil
            ? "Batches are not taken; send one request a line."
            : "A request must be an object, not \(value.kindText)."
    }

    private static func id(of object: JSONObject) throws(ControlFault) -> RequestID? {
        guard let value = object["id"] else { return nil }
        guard let id = RequestID(value) else {
            let found = value.number == nil ? value.kindText : "a fraction"
            throw ControlFault(
                .notARequest,
                "An “id” must be a string or a whole number, not \(found)."
            )
        }
        return id
    }

    private static func envelope(
        of object: JSONObject
    ) throws(ControlFault) -> (method: ControlMethod, params: JSONObject) {
        guard object["jsonrpc"] == "2.0" else {
            throw ControlFault(.notARequest, "A request must say \"jsonrpc\":\"2.0\".")
        }
        let known = ["jsonrpc", "id", "method", "params"]
        if let odd = object.members.first(where: { !known.contains($0.name) }) {
            throw ControlFault(.notARequest, "A request has no member “\(odd.name)”.")
        }
        guard let name = object["method"] else {
            throw ControlFault(.notARequest, "A request must name its “method”.")
        }
        guard let name = name.text else {
            throw ControlFault(.notARequest, "A “method” must be a string, not \(name.kindText).")
        }
        guard let method = ControlMethod(rawValue: name) else {
            throw ControlFault(.unknownMethod, "There is no method “\(name)”.")
        }
        let params = object["params"] ?? .object([:])
        guard let params = params.object else {
            throw ControlFault(
                .invalidParams,
                "“params” must be an object with the params by name, not \(params.kindText)."
            )
        }
        try Self.check(params, of: method)
        return (method, params)
    }

    private static func check(
        _ params: JSONObject,
        of method: ControlMethod
    ) throws(ControlFault) {
        let parameters = method.parameters
        if let odd = params.members.first(where: { member in
            !parameters.contains { $0.name == member.name }
        }) {
            throw ControlFault(
                .invalidParams,
                "“\(method.rawValue)” has no param “\(odd.name)”."
            )
        }
        do {
            for parameter in parameters {
                try parameter.check(params[parameter.name], of: method)
            }
        } catch {
            throw ControlFault(.invalidParams, error.description)
        }
    }
}

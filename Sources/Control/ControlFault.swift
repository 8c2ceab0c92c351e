/// What is answered instead of a result.
struct ControlFault: Error, Equatable {
    /// The request's id, where it could be read.
    var id: RequestID?
    let code: ControlCode
    let message: String
    var data: JSONValue?

    init(
        _ code: ControlCode,
        _ message: String,
        id: RequestID? = nil,
        data: JSONValue? = nil
    ) {
        self.id = id
        self.code = code
        self.message = message
        self.data = data
    }

    /// The line, its newline included.
    var line: [UInt8] {
        var error: JSONObject = [
            "code": .int(self.code.rawValue), "message": .string(self.message),
        ]
        error["data"] = self.data
        return ControlLine.bytes([
            "jsonrpc": "2.0", "id": self.id?.value ?? .null, "error": .object(error),
        ])
    }
}

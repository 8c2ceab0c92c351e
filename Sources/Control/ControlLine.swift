/// How one message of the control API lies on the wire: a JSON object and a newline.
enum ControlLine {
    /// 64 KiB: any request fits many times over; half a line costs a daemon no more.
    static let requestBytesMaximum = 65_536
    /// 4 MiB: a history of 4,096 events with the longest names, and as much again.
    static let answerBytesMaximum = 4_194_304

    static func bytes(_ object: JSONObject) -> [UInt8] {
        JSONWriter.bytes(of: .object(object)) + [0x0A]
    }

    static func answer(_ id: RequestID, _ result: JSONValue) -> [UInt8] {
        self.bytes(["jsonrpc": "2.0", "id": id.value, "result": result])
    }

    static func notification(_ method: String, _ params: JSONValue) -> [UInt8] {
        self.bytes(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }
}

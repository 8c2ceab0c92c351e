/// One line from a daemon, as its client understands it.
enum ControlReply: Equatable {
    case result(Int64, JSONValue)
    case error(Int64, ControlFailure)
    /// An error that answers no request in particular; the connection is of no more use.
    case rejection(ControlFailure)
    case notification(method: String, params: JSONValue)

    init(line: [UInt8]) throws(ControlFailure) {
        let value: JSONValue
        do {
            value = try JSONReader.value(of: line)
        } catch {
            throw .garbled(error.description)
        }
        if let method = value["method"]?.text {
            self = .notification(method: method, params: value["params"] ?? .object([:]))
        } else if let error = value["error"] {
            let failure = ControlFailure.refused(
                code: error["code"]?.integer ?? ControlCode.fault.rawValue,
                message: error["message"]?.text ?? "The daemon gives no reason.",
                data: error["data"]
            )
            self = value["id"]?.integer.map { .error($0, failure) } ?? .rejection(failure)
        } else if let id = value["id"]?.integer, let result = value["result"] {
            self = .result(id, result)
        } else {
            throw .garbled("a line that is neither an answer nor a notification.")
        }
    }
}

import CUV

/// What the operating system answered instead of doing as it was asked.
public struct SystemFault: Hashable, Sendable, CustomStringConvertible {
    /// The `errno`, positive.
    public let number: Int32

    public init(number: Int32) {
        self.number = number
    }

    /// Takes libuv's form of an error: a negative `errno`, or a code of libuv's own below -3000.
    init(code: Int32) {
        self.number = -code
    }

    /// The symbol, such as `ECONNREFUSED`.
    public var name: String {
        var text = [CChar](repeating: 0, count: 64)
        uv_err_name_r(-self.number, &text, text.count)
        return String(cString: text)
    }

    /// Words, symbol and number, as "connection refused (ECONNREFUSED, 111)".
    public var description: String {
        var text = [CChar](repeating: 0, count: 128)
        uv_strerror_r(-self.number, &text, text.count)
        return "\(String(cString: text)) (\(self.name), \(self.number))"
    }
}

extension String {
    /// The text up to the first zero.
    init(cString bytes: [CChar]) {
        let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        self = String(decoding: text, as: UTF8.self)
    }
}

import Glibc

/// How clients without manners send.
package enum RawSending {
    /// Sends all of it; false if the server is gone.
    package static func send(_ bytes: [UInt8], on descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

import COpenSSL

/// Why a TLS operation did not happen.
///
/// Each `description` is one whole sentence. No case is the shell's to retry: a connection that
/// threw once throws the same again, and its last alert waits in `takeOutbound()`.
public enum TLSError: Error, Equatable, Sendable, CustomStringConvertible {
    /// OpenSSL refused in `function`, for the reason that it gave.
    case library(function: String, code: UInt, message: String)
    /// The peer ended the connection with an alert (RFC 8446, section 6).
    case alertReceived(number: Int, message: String)
    /// The peer's certificate is not what Paceline takes.
    case certificateRefused(CertificateFault)
    /// The peer speaks none of our application protocols, or named none (RFC 7301).
    case noApplicationProtocol
    /// The peer's handshake was longer than any honest one.
    case handshakeTooLong(bytesMaximum: Int)
    /// The peer sent handshake messages after the handshake, and no data between them.
    case controlFlood(messagesMaximum: Int)
    /// More ciphertext was received than was read out.
    case unreadCiphertext(bytes: Int, bytesMaximum: Int)
    /// Data was read, written or exported before the handshake was complete.
    case handshakeIncomplete(function: String)
    /// Data was written after our own close_notify.
    case closed(function: String)
    /// A stored identity holds no Ed25519 private key that can be used.
    case unusableIdentity(reason: String)
    /// An application protocol's name is not 1 to 255 bytes, or there is none.
    case unusableApplicationProtocols([String])
    /// An exporter was asked for a number of bytes that it does not give.
    case exporterCount(Int, maximum: Int)

    public var description: String {
        switch self {
        case .library(let function, let code, let message):
            "OpenSSL refused in \(function): \(message) (error \(code))."
        case .alertReceived(let number, let message):
            "The peer ended the connection with TLS alert \(number): \(message)."
        case .certificateRefused(let fault):
            "The peer's certificate was refused: \(fault)"
        case .noApplicationProtocol:
            "The peer does not name an application protocol of ours."
        case .handshakeTooLong(let maximum):
            "The peer's handshake was longer than \(maximum) bytes."
        case .controlFlood(let maximum):
            "The peer sent more than \(maximum) handshake messages without data between them."
        case .unreadCiphertext(let bytes, let maximum):
            "\(bytes) bytes of ciphertext would wait to be read, and at most \(maximum) may."
        case .handshakeIncomplete(let function):
            "The handshake has to be complete before \(function)."
        case .closed(let function):
            "Nothing can be sent by \(function) after close_notify."
        case .unusableIdentity(let reason):
            "The stored identity cannot be used: \(reason)."
        case .unusableApplicationProtocols(let names):
            "The application protocols \(names) are not one or more names of 1 to 255 bytes."
        case .exporterCount(let count, let maximum):
            "An exporter gives 1 to \(maximum) bytes, and \(count) were asked for."
        }
    }
}

extension TLSError {
    /// Empties OpenSSL's error queue of this thread, so that what is found later is new.
    static func forget() { ERR_clear_error() }

    /// Empties OpenSSL's error queue of this thread into a value.
    ///
    /// The first entry is the cause, and what follows is only who passed it on. OpenSSL reports
    /// an alert that the peer sent as the reason 1000 + the alert's number.
    static func drained(in function: String) -> TLSError {
        let code = ERR_get_error()
        defer { ERR_clear_error() }
        guard code != 0 else {
            return .library(function: function, code: 0, message: "it gave no reason")
        }
        let reason = ERR_GET_REASON(code)
        let message = ERR_reason_error_string(code).map { String(cString: $0) } ?? "unknown reason"
        guard ERR_GET_LIB(code) == ERR_LIB_SSL, (1000..<1256).contains(reason) else {
            return .library(function: function, code: code, message: message)
        }
        return .alertReceived(number: Int(reason) - 1000, message: message)
    }
}

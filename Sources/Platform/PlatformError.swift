/// What the operating system said no to.
public enum PlatformError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A call failed; `what` is what was being done, `message` is the system's word for `number`.
    case failed(what: String, function: String, number: Int32, message: String)
    /// A file is longer than it may be.
    case tooLong(path: String, accepted: Int)
    /// Where a file should be lies something else; `found` is its word, with an article.
    case notAFile(path: String, found: String)
    /// Where a folder should be lies something else.
    case notAFolder(path: String)
    /// An argument of the command line, counted from 1, is not UTF-8.
    case notUTF8(argument: Int)
    /// A secret can be read by others.
    case exposed(path: String, mode: UInt32)
    /// A secret belongs to another user.
    case foreign(path: String, owner: UInt32, expected: UInt32)
    /// Another process holds the lock.
    case locked(path: String)

    public var description: String {
        switch self {
        case .failed(let what, let function, let number, let message):
            "\(what) failed: \(message) (\(function), \(number))."
        case .tooLong(let path, let accepted):
            "\(path) has more than \(accepted) bytes, which is all that is read of it."
        case .notAFile(let path, let found):
            "\(path) is \(found), where a plain file must be; move it away."
        case .notAFolder(let path):
            "\(path) is there and is not a folder; move it away, or name another folder."
        case .notUTF8(let argument):
            "Argument \(argument) of the command line is not text in UTF-8."
        case .exposed(let path, let mode):
            "\(path) can be read by others (mode \(String(mode, radix: 8))); "
                + "make it yours alone with `chmod 600 \(path)`, or remove it if it may be known."
        case .foreign(let path, let owner, let expected):
            "\(path) belongs to user \(owner), not to \(expected), who runs this."
        case .locked(let path):
            "Another daemon uses \(path); give this one a folder of its own with --state DIR."
        }
    }
}

extension WireError: CustomStringConvertible {
    /// One full sentence with the numbers in it.
    public var description: String {
        switch self {
        case .truncated(let needed, let present):
            "The bytes end too early: \(needed) more are needed, \(present) are left."
        case .trailingBytes(let count):
            "The value is complete, yet \(counted(count, "more byte")) came after it."
        case .frameTooLong(let announced, let accepted):
            "A frame announces \(announced) bytes; at most \(accepted) are accepted here."
        case .frameTooShort(let announced):
            "A frame announces \(counted(announced, "byte")); its kind and its lane alone take 2."
        case .unknownLane(let lane):
            "A frame travels on lane \(lane); lanes are 0 to 3."
        case .missingSequence(let count):
            "A reliable frame announces \(counted(count, "byte")); with its sequence it has 10."
        case .notShortestForm(let value, let bytes):
            "The number \(value) takes \(counted(bytes, "byte")) after its head; fewer would do."
        case .floatNotShortestForm(let bytes):
            "A float takes \(bytes) bytes; it is not in its shortest form."
        case .indefiniteLength(let byte):
            "Initial byte \(byte) belongs to an indefinite length; lengths must be definite."
        case .reservedInitialByte(let byte):
            "Initial byte \(byte) is reserved by RFC 8949."
        case .tagNotAllowed(let tag):
            "Tag \(tag) is not allowed; no message has tags."
        case .simpleValueNotAllowed(let value):
            "Simple value \(value) is not allowed; only 20 (false), 21 (true) and 22 (null) are."
        case .unexpectedType(let expected, let found):
            "Expected \(expected), major type \(expected.major); found \(found), \(found.major)."
        case .integerTooWide(let isNegative, let argument):
            "The integer \(isNegative ? "-1 - " : "")\(argument) does not fit in 64 signed bits."
        case .integerTooLarge(let value, let accepted):
            "An integer is \(value); at most \(accepted) is accepted here."
        case .textNotUTF8(let bytes):
            "A text of \(counted(bytes, "byte")) is not well-formed UTF-8."
        case .textTooLong(let bytes, let accepted):
            "A text announces \(bytes) bytes of UTF-8; at most \(accepted) are accepted here."
        case .bytesTooLong(let count, let accepted):
            "A byte string announces \(count) bytes; at most \(accepted) are accepted here."
        case .bytesCountMismatch(let count, let expected):
            "A byte string announces \(counted(count, "byte")); it must have \(expected)."
        case .countTooLarge(let count, let accepted):
            "An array or map announces \(count) entries; at most \(accepted) are accepted here."
        case .countMismatch(let count, let expected):
            "The count of an array is \(count); it must be \(expected)."
        case .depthExceeded(let accepted):
            "Arrays and maps are nested more than \(accepted) deep."
        case .keysOutOfOrder(let key, let after):
            "Map key \(key) comes after key \(after); deterministic order puts it before."
        case .duplicateKey(let key):
            "Map key \(key) occurs twice."
        case .unknownKey(let key):
            "Map key \(key) is not known here; only negative keys may be ignored."
        case .missingKey(let key):
            "Map key \(key) is missing."
        case .unknownValue(let what, let value):
            "There is no \(what) with the number \(value)."
        case .outOfRange(let what, let value, let lowest, let highest):
            "The \(what) is \(value); it must be from \(lowest) to \(highest)."
        case .invalid(let what, let why):
            "The \(what) is invalid: \(why)."
        }
    }
}

/// The number with its noun, of which there may be one or many.
private func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// Why bytes from a peer were refused.
///
/// Every case carries the numbers that a reader of a log needs. None of them is our own mistake:
/// those are preconditions.
public enum WireError: Error, Equatable, Sendable {
    // MARK: Any bytes

    /// The bytes end inside a value.
    ///
    /// `needed` is the least that must follow, `present` is what is left.
    case truncated(needed: UInt64, present: Int)
    /// A complete value is followed by bytes that belong to nothing.
    case trailingBytes(count: Int)

    // MARK: Frames

    /// A frame announces a longer body than is accepted at this stage of the link.
    case frameTooLong(announced: UInt32, accepted: Int)
    /// A frame announces a body that cannot hold its kind and its lane.
    case frameTooShort(announced: UInt32)
    /// A frame travels on a lane that does not exist.
    case unknownLane(UInt8)
    /// A frame on the reliable lane has too few bytes for its sequence number.
    case missingSequence(bodyBytes: UInt32)

    // MARK: CBOR, RFC 8949

    /// A number or a length is written in more bytes than it needs (RFC 8949 §4.2.1).
    case notShortestForm(value: UInt64, bytes: Int)
    /// A float is written in more bytes than it needs, or is a NaN other than `f97e00`.
    case floatNotShortestForm(bytes: Int)
    /// A string, array or map without a length, or the break that ends one.
    case indefiniteLength(initialByte: UInt8)
    /// An initial byte that RFC 8949 reserves.
    case reservedInitialByte(UInt8)
    /// A tag, which no message has.
    case tagNotAllowed(UInt64)
    /// A simple value other than false, true and null; 23 is `undefined`.
    case simpleValueNotAllowed(UInt8)
    /// A value of another type than the message has in this place.
    case unexpectedType(expected: CBORType, found: CBORType)
    /// An integer that no signed 64-bit number can hold; it is −1 − `argument` when negative.
    case integerTooWide(isNegative: Bool, argument: UInt64)
    /// An integer above what is accepted in this place.
    case integerTooLarge(value: UInt64, accepted: UInt64)
    /// A text that is not well-formed UTF-8 (RFC 3629).
    case textNotUTF8(bytes: Int)
    /// A text longer than is accepted in this place, in bytes of UTF-8.
    case textTooLong(bytes: UInt64, accepted: Int)
    /// A byte string longer than is accepted in this place.
    case bytesTooLong(count: UInt64, accepted: Int)
    /// A byte string of another length than this place has.
    case bytesCountMismatch(count: UInt64, expected: Int)
    /// An array or a map with more entries than are accepted in this place.
    case countTooLarge(count: UInt64, accepted: Int)
    /// An array of another count than this place has.
    case countMismatch(count: UInt64, expected: Int)
    /// Arrays and maps nested deeper than `CBORReader.depthMaximum`.
    case depthExceeded(accepted: Int)

    // MARK: Messages

    /// A map key that deterministic order puts before the one that it follows.
    case keysOutOfOrder(key: Int64, after: Int64)
    /// A map key that occurs twice.
    case duplicateKey(Int64)
    /// A map key that may not be ignored, and that this version does not know.
    case unknownKey(Int64)
    /// A map lacks an entry that its message must have.
    case missingKey(Int64)
    /// A number from a closed list that is not on it; `what` names one thing on the list.
    case unknownValue(what: String, value: UInt64)
    /// A number outside of its range; `what` names the field.
    case outOfRange(what: String, value: Int64, lowest: Int64, highest: Int64)
    /// A value that is well-formed and means nothing; `what` names the field, `why` is a clause.
    case invalid(what: String, why: String)
}

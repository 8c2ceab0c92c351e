import Testing
import Wire

struct WireErrorTests {
    @Test(arguments: [
        (
            WireError.frameTooLong(announced: 65_536, accepted: 4096),
            "A frame announces 65536 bytes; at most 4096 are accepted here."
        ),
        (
            .frameTooShort(announced: 1),
            "A frame announces 1 byte; its kind and its lane alone take 2."
        ),
        (
            .truncated(needed: 8, present: 3),
            "The bytes end too early: 8 more are needed, 3 are left."
        ),
        (
            .trailingBytes(count: 1),
            "The value is complete, yet 1 more byte came after it."
        ),
        (
            .unexpectedType(expected: .unsigned, found: .text),
            "Expected an unsigned integer, major type 0; found a text, 3."
        ),
        (
            .integerTooWide(isNegative: true, argument: .max),
            "The integer -1 - 18446744073709551615 does not fit in 64 signed bits."
        ),
        (
            .outOfRange(what: "guess", value: 0, lowest: 1, highest: 100),
            "The guess is 0; it must be from 1 to 100."
        ),
        (
            .invalid(what: "name", why: "it has a control character"),
            "The name is invalid: it has a control character."
        ),
    ])
    func `an error is one sentence with its numbers`(error: WireError, sentence: String) {
        #expect(error.description == sentence)
    }
}

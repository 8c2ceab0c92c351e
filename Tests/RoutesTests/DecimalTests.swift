import Glibc
import Testing

@testable import Routes

@Suite struct DecimalTests {
    @Test(arguments: [
        ("51.5371", 51.5371), ("-0", 0), ("+5", 5), (".5", 0.5), ("5.", 5), (" \n7.93\t", 7.93),
        ("000180.0", 180), ("-6.5537536E-4", -6.5537536e-4), ("1e3", 1000), ("1E+2", 100),
    ])
    func `decimals are read, an exponent too (osmandapp/OsmAnd#4664)`(text: String, value: Double) {
        #expect(DecimalScanner.number(text) == value)
    }

    @Test(arguments: [
        "", " ", "7,93", "nan", "NaN", "inf", "-INF", "infinity", "0x10", "0x1p3", "1e", "e5", ".",
        "-",
        "--1", "1.2.3", "1 2", "1e999", "51°", "5１", "1_000", "+-1", "12abc",
    ])
    func `a comma and whatever else is none is refused (GoldenCheetah#2913)`(text: String) {
        #expect(DecimalScanner.number(text) == nil)
    }

    @Test(
        arguments: [
            (0.0, "0"), (1.0, "1"), (-122.03118, "-122.03118"), (1e-7, "0.0000001"),
            (-6.5537536e-4, "-0.00065537536"), (1.5e20, "150000000000000000000"),
            (123456.789, "123456.789"), (8848.86, "8848.86"), (.leastNonzeroMagnitude, nil),
            (.greatestFiniteMagnitude, nil),
            (0.1 + 0.2, "0.30000000000000004"), (-0.0, "0"),
        ] as [(Double, String?)]
    )
    func `a decimal is written without an exponent and reads back the same`(
        value: Double,
        text: String?
    ) {
        let written = GPXDocument.decimal(value)
        if let text { #expect(written == text) }
        #expect(!written.contains("e"))
        #expect(DecimalScanner.number(written) == value)
    }

    @Test func `a locale with commas changes nothing (fpw/avitab#133)`() {
        // Other tests may run meanwhile; that nothing of ours minds is what this says.
        let before = setlocale(LC_NUMERIC, nil).map { String(cString: $0) }
        let names = ["de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"]
        guard names.contains(where: { setlocale(LC_NUMERIC, $0) != nil }) else {
            print("SKIPPED: this machine has none of the locales \(names.joined(separator: ", ")).")
            return
        }
        defer { setlocale(LC_NUMERIC, before ?? "C") }
        #expect(DecimalScanner.number("51.5") == 51.5)
        #expect(GPXDocument.decimal(51.5) == "51.5")
    }
}

/// Which test shows which behaviour of the tutorial (B) and which put-right quirk (Q), both of
/// ride.md 2, and which case of its part 4 (C).
///
/// `CoverageTests` holds that the table is complete and that everything it names is there.
enum RideCoverage {
    enum Place {
        /// A test of this folder.
        case test(String)
        /// The same, shown for one machine, and by the second test between several.
        case tests(String, String)
        /// A test of that other room.
        case elsewhere(String, String)
        /// The tests of another room, which is whose matter it is.
        case room(String)
        /// Not shown by any test, and why.
        case missing(String)

        /// The tests of this folder that it names.
        var names: [String] {
            switch self {
            case .test(let name): [name]
            case .tests(let one, let several): [one, several]
            case .elsewhere, .room, .missing: []
            }
        }
    }

    static let behaviours: [Int: Place] = [
        1: .test("each simulant has an identity, a place and a state, and says that it entered it"),
        2: .tests(
            "without a place there is no report of the person; with one there is",
            "who hides is taken off others' maps at once, and nothing of it leaves any more"
        ),
        3: .tests(
            "name and kind come before or after the first report, and twice is once",
            "a new rider is introduced before its first state"
        ),
        4: .test("simulants come and go by command, within their bound"),
        5: .test("starts are anywhere on the route, and directions fair, each without the other"),
        6: .test("Returnin' goes the other way, and who stands stays"),
        7: .test("all move before any state changes, so a new state moves from the next second on"),
        8: .test(
            "a route is ridden while its rider rides, and told as progress if it is the daemon's"
        ),
        9: .test("inertia is 3 to 18 about 10.5, extra times are dice, and speeds are a bicycle's"),
        10: .test("a timed state lasts inertia, extra time and one update, from 5 to 25"),
        11: .test("one update of riding in twenty is a flat, and none at a breather"),
        12: .test("riding ends in a breather after its time, or in a flat before"),
        13: .test("a breather leads both ways alike"),
        14: .test("who has a flat rolls a hundred, once in a hundred updates, and rides on"),
        15: .test("under the tutorial's dice help takes one update, and the old way is resumed"),
        16: .test("who has a flat rolls a hundred, once in a hundred updates, and rides on"),
        17: .tests(
            "help is called before the new state is told, each time with a greater number",
            "help is called before the state that shows it"
        ),
        18: .tests(
            "who is not flat, too far or without a place is not helped, and helps nobody",
            "99.9 m are near enough on every machine, 100.1 m on none, to the east and the north"
        ),
        19: .test("lines read as the tutorial's"),
        20: .tests(
            "who is not started does not ride; twice started is not twice as fast",
            "where nobody is there is nothing to wake up for, and again when somebody comes"
        ),
        21: .test(
            "a simulant that comes by rides to a flat, stops beside it, repairs it and rides on"
        ),
    ]

    static let quirks: [Int: Place] = [
        1: .test("a flat that is the first state of all leads to Cruisin'"),
        2: .test("every status has one state, one word and one title of its own"),
        3: .tests(
            "a person repairs simulants, and is repaired by others, once and by name",
            "99.9 m are near enough on every machine, 100.1 m on none, to the east and the north"
        ),
        4: .test("riders come and go while others ride on undisturbed"),
        5: .test("help that arrives while Helpin' lasts is help, though no button was pressed"),
        6: .test("one helper repairs one tyre at a time, the nearest first, four seconds each"),
        7: .tests(
            "a call for help is heard before its state, once, and not by a later flat",
            "a call of an hour ago helps nobody who comes now"
        ),
        8: .tests(
            "exactly 100 m is too far: of two neighbouring numbers the lesser helps",
            "99.9 m are near enough on every machine, 100.1 m on none, to the east and the north"
        ),
        9: .test("1, 4 and 10 ticks a second lead to the same log and the same places"),
        10: .test("a party's riders draw their extra time anew on each entry"),
        11: .test("starts are anywhere on the route, and directions fair, each without the other"),
        12: .test("everybody rides at a speed of its own, and somebody overtakes"),
        13: .test("a change of state is told at once, with its place"),
        14: .test("a route of one point is ridden on the spot, and one of none is refused"),
        15: .test("without a place there is no report of the person; with one there is"),
        16: .test("kinds, counts, places and names out of range are refused"),
        17: .test("a name holds while its rider is away, and gives way when there are too many"),
        18: .elsewhere("LANTests", "riders move in place, and what somebody looks at stays"),
        19: .elsewhere(
            "LANTests",
            "two maps show everybody, and how one person helps the other"
        ),
        20: .tests(
            "an id reads as its owner's label and its number, and sorts by them",
            "an owner that starts again has the same riders, and nobody joins a second time"
        ),
        21: .test("who is not started does not ride; twice started is not twice as fast"),
        22: .test("a seed has one log, byte for byte, and another seed another"),
        23: .test("riders come and go while others ride on undisturbed"),
        24: .test(
            "each simulant has an identity, a place and a state, and says that it entered it"
        ),
        25: .test("a refused edge is noted, and calls no hook"),
        26: .test("every state but Helpin' leads to Helpin', and back"),
        27: .test("one update of riding in twenty is a flat, and none at a breather"),
        28: .test("at a party most ride most of the time"),
        29: .test("a helper is Helpin', stands and is another, and only a flat tyre is helped"),
        30: .test("who has a flat rolls a hundred, once in a hundred updates, and rides on"),
    ]

    static let cases: [Int: Place] = [
        1: .room("GeodesyTests"), 3: .room("GeodesyTests"), 4: .room("GeodesyTests"),
        5: .room("GeodesyTests"), 6: .room("GeodesyTests"),
        7: .test("what is no place is refused in a sentence, and changes nothing"),
        8: .room("GeodesyTests"), 9: .room("GeodesyTests"), 10: .room("GeodesyTests"),
        11: .room("GeodesyTests"), 12: .room("RoutesTests"), 13: .room("RoutesTests"),
        15: .room("RoutesTests"), 16: .room("RoutesTests"), 17: .room("GeodesyTests"),
        18: .test("who stands keeps its course, and never looks south for lack of one"),
        19: .test("without times, or where they aren't wanted, it rides at the chosen speed"),
        20: .test("points without a time lie between those with one"),
        21: .room("RoutesTests"), 22: .room("RoutesTests"),
        24: .test("two points in one second make no speed without end"),
        25: .test("times that go back hold the ride up, and never turn it round"),
        26: .tests(
            "a night between two segments is a minute, and single points are no way",
            "where nobody knows where somebody was a new segment begins"
        ),
        27: .room("RoutesTests"), 28: .room("RoutesTests"), 29: .room("RoutesTests"),
        30: .room("RoutesTests"), 31: .room("RoutesTests"), 32: .room("RoutesTests"),
        33: .test("a fix of nothing but zeros is not believed, but Null Island's buoy is"),
        34: .room("RouteFilesTests"), 35: .room("XMLTests"), 36: .room("XMLTests"),
        37: .room("XMLTests"), 38: .room("RouteFilesTests"), 39: .room("XMLTests"),
        40: .test("fields that are missing or no numbers are absent, and crash nothing"),
        42: .tests(
            "without a fix the last place stays, and its age grows",
            "a fix of long ago is no point, and what comes after it is another segment"
        ),
        44: .test("Debian's gpsd as measured: no fix, a fix without time, then two an epoch"),
        45: .elsewhere(
            "LANTests",
            "what is no place never reaches the map, and a name is never markup"
        ),
        46: .test("the newest time wins; what comes late stays out"),
        47: .missing("no history of others' positions is kept"),
        48: .test("a time in the future, or 1024 weeks back, is refused and blocks no other"),
        50: .tests(
            "the same fix sent again is no younger",
            "whatever was said, to hear it again changes nothing and tells nobody"
        ),
        51: .test(
            "heard a minute ago and a fix of 48 days are two things (Meshtastic 348, case 51)"
        ),
        52: .tests(
            "a replayed state does not renew a dead rider (meshtastic-map 45, case 52)",
            "whatever was said, to hear it again changes nothing and tells nobody"
        ),
        53: .tests(
            "a removed friend comes back only with something newer (owntracks 25, case 53)",
            "who was taken off while the link was down is gone with the next link"
        ),
        54: .tests(
            "grey after 10 s, gone after 5 min, never sooner (ATAK-Plugin 15, case 54)",
            "a goodbye takes riders along, silence leaves them grey"
        ),
        56: .test("two owners with one number are two riders (owntracks talk 104, case 56)"),
        57: .test("our own riders that come back from others are no others"),
        58: .tests(
            "an id reads as its owner's label and its number, and sorts by them",
            "an owner that starts again has the same riders, and nobody joins a second time"
        ),
        60: .tests(
            "whatever the zone's bytes, all of the circle is hidden, and what is far is not",
            "who hides is taken off others' maps at once, and nothing of it leaves any more"
        ),
    ]
}

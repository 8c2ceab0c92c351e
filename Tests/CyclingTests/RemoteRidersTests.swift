import Cycling
import Determinism
import Geodesy
import GeodesyTesting
import Peers
import Testing
import Wire

/// What is known of others' riders, and when it changes.
@Suite struct RemoteRidersTests {
    private typealias Samples = SharingSamples

    /// Takes a report of bob's rider as a state.
    @discardableResult
    private static func hear(
        _ riders: inout RemoteRiders,
        _ report: RiderReport,
        number: UInt64 = 1,
        version: UInt64,
        from owner: PeerID = Samples.bob,
        at milliseconds: Int64
    ) throws -> RemoteRiders.Outcome {
        try riders.heard(
            RideState(report).encoded,
            key: number,
            version: version,
            from: owner,
            at: .ms(milliseconds)
        )
    }

    private static func withBob() -> RemoteRiders {
        var riders = RemoteRiders()
        riders.joined(Samples.bob)
        return riders
    }

    private static let rider = RiderID(owner: Samples.bob, number: 1)
    private static let here = place(37.3, -122)
    private static let there = place(37.300_5, -122)

    // MARK: Order

    @Test func `an older report never replaces a newer one (owntracks recorder 313, case 46)`()
        throws
    {
        var riders = Self.withBob()
        let (new, old) = (
            Samples.report(.flat, at: Self.there), Samples.report(.breather, at: Self.here)
        )
        #expect(try Self.hear(&riders, new, version: 70_715, at: 1_000) == .taken)
        #expect(try Self.hear(&riders, old, version: 64_527, at: 2_000) == .older)
        let shown = try #require(riders.shown(Self.rider, at: .ms(2_000)))
        #expect(shown.status == .flat && shown.coordinate == Self.there)
        #expect(shown.lastHeard == .seconds(1))
    }

    @Test
    func `a report out of the future does not bar the next right one (traccar 2809, case 48)`()
        throws
    {
        var riders = Self.withBob()
        let report = Samples.report(at: Self.here)
        let year: UInt64 = 31_536_000_000
        #expect(try Self.hear(&riders, report, version: 1_000, at: 1_000) == .taken)
        let future = Samples.report(.flat, at: place(0, 0))
        #expect(try Self.hear(&riders, future, version: 2 * year, at: 2_000) == .ahead)
        let next = Samples.report(.breather, at: Self.here)
        #expect(try Self.hear(&riders, next, version: 3_000, at: 3_000) == .taken)
        #expect(riders.shown(Self.rider, at: .ms(3_000))?.status == .breather)
        // 1024 weeks back is merely older.
        #expect(try Self.hear(&riders, future, version: 1, at: 4_000) == .older)
    }

    @Test func `after a suspension of this machine its clock is learned again`() throws {
        var riders = Self.withBob()
        let report = Samples.report(at: Self.here)
        try Self.hear(&riders, report, version: 1_000, at: 1_000)
        #expect(try Self.hear(&riders, report, version: 7_201_000, at: 2_000) == .ahead)
        #expect(try Self.hear(&riders, report, version: 7_206_000, at: 7_000) == .taken)
        #expect(riders.shown(Self.rider, at: .ms(7_000))?.isLive == true)
    }

    @Test func `a key or a version that can't be is malformed, and so is a bad body`() {
        var riders = Self.withBob()
        let body = RideState(Samples.report(at: Self.here)).encoded
        for (key, version, body) in [
            (1 << 32, 1, body), (1, (1 << 53) + 1, body), (1, 1, [0]), (1, 1, []),
        ] as [(UInt64, UInt64, [UInt8])] {
            #expect(throws: WireError.self) {
                try riders.heard(
                    body,
                    key: key,
                    version: version,
                    from: Samples.bob,
                    at: .zero
                )
            }
        }
        #expect(throws: WireError.self) {
            try riders.removed(key: 1 << 32, version: 1, from: Samples.bob)
        }
        #expect(riders == Self.withBob())
    }

    // MARK: Ages

    @Test
    func `fix age is that of the fix, last heard that of the report (owntracks 1928, case 50)`()
        throws
    {
        var riders = Self.withBob()
        // The receiver of satellites has lost them: the fix ages, the reports go on.
        for beat in 0..<4 {
            let age = Duration.seconds(60 + 5 * beat)
            let report = Samples.report(.breather, at: Self.here, fixAge: age)
            try Self.hear(
                &riders,
                report,
                version: UInt64(1 + 5_000 * beat),
                at: Int64(5_000 * beat)
            )
        }
        let shown = try #require(riders.shown(Self.rider, at: .ms(17_000)))
        #expect(shown.lastHeard == .seconds(2))
        #expect(shown.fixAge == .seconds(77))
        #expect(shown.isLive)
    }

    @Test func `heard a minute ago and a fix of 48 days are two things (Meshtastic 348, case 51)`()
        throws
    {
        var riders = Self.withBob()
        let old = Samples.report(at: Self.here, fixAge: .seconds(48 * 86_400))
        try Self.hear(&riders, old, version: 1, at: 0)
        let shown = try #require(riders.shown(Self.rider, at: .ms(60_000)))
        #expect(shown.lastHeard == .seconds(60))
        #expect(shown.fixAge == .seconds(48 * 86_400 + 60))
    }

    @Test func `what was held up on the way is older than the time since it came`() throws {
        var riders = Self.withBob()
        try Self.hear(&riders, Samples.report(at: Self.here), version: 1_000, at: 1_000)
        try Self.hear(&riders, Samples.report(at: Self.here), version: 2_000, at: 2_400)
        // 400 ms late, of which the clock takes half.
        let shown = try #require(riders.shown(Self.rider, at: .ms(2_400)))
        #expect(shown.lastHeard == .zero)
        #expect(shown.fixAge == .milliseconds(200))
    }

    @Test func `a replayed state does not renew a dead rider (meshtastic-map 45, case 52)`() throws
    {
        var riders = Self.withBob()
        let report = Samples.report(.breather, at: Self.here)
        try Self.hear(&riders, report, version: 9_000, at: 0)
        // A new link begins, and the last state comes again.
        for time: Int64 in [20_000, 40_000] {
            #expect(try Self.hear(&riders, report, version: 9_000, at: time) == .older)
        }
        let shown = try #require(riders.shown(Self.rider, at: .ms(40_000)))
        #expect(shown.lastHeard == .seconds(40))
        #expect(!shown.isLive)
    }

    @Test func `grey after 10 s, gone after 5 min, never sooner (ATAK-Plugin 15, case 54)`() throws
    {
        var riders = Self.withBob()
        try Self.hear(&riders, Samples.report(at: Self.here), version: 1, at: 0)
        #expect(riders.shown(Self.rider, at: .ms(9_999))?.isLive == true)
        #expect(riders.shown(Self.rider, at: .ms(10_000))?.isLive == false)
        #expect(riders.shown(Self.rider, at: .ms(299_999)) != nil)
        #expect(riders.shown(Self.rider, at: .ms(300_000)) == nil)
        #expect(riders.shown(at: .ms(300_000)) == [])
        // It comes back with something newer, and with that alone.
        riders.forgetGone(at: .ms(300_000))
        #expect(
            try Self.hear(&riders, Samples.report(at: Self.here), version: 1, at: 300_000) == .older
        )
        #expect(
            try Self.hear(&riders, Samples.report(at: Self.here), version: 301_000, at: 301_000)
                == .taken
        )
    }

    // MARK: Removals

    @Test func `a removed friend comes back only with something newer (owntracks 25, case 53)`()
        throws
    {
        var riders = Self.withBob()
        let report = Samples.report(at: Self.here)
        try Self.hear(&riders, report, version: 1_000, at: 1_000)
        try riders.removed(key: 1, version: 2_000, from: Samples.bob)
        #expect(riders.shown(at: .ms(2_000)) == [])
        #expect(try Self.hear(&riders, report, version: 1_999, at: 2_000) == .older)
        #expect(try Self.hear(&riders, report, version: 2_000, at: 2_000) == .older)
        #expect(try Self.hear(&riders, report, version: 2_001, at: 2_001) == .taken)
        // A removal that is older than what is known changes nothing.
        try riders.removed(key: 1, version: 1_500, from: Samples.bob)
        #expect(riders.shown(Self.rider, at: .ms(2_001)) != nil)
    }

    @Test func `the removal may come before the state that it ends`() throws {
        var riders = Self.withBob()
        try riders.removed(key: 1, version: 2_000, from: Samples.bob)
        let report = Samples.report(at: Self.here)
        #expect(try Self.hear(&riders, report, version: 1_000, at: 2_000) == .older)
    }

    // MARK: Owners

    @Test func `two owners with one number are two riders (owntracks talk 104, case 56)`() throws {
        var riders = Self.withBob()
        riders.joined(Samples.ada)
        try Self.hear(&riders, Samples.report(at: Self.here), version: 1, at: 0)
        try Self.hear(
            &riders,
            Samples.report(at: place(48, 11)),
            version: 1,
            from: Samples.ada,
            at: 0
        )
        let shown = riders.shown(at: .zero)
        #expect(shown.map(\.id.owner) == [Samples.ada, Samples.bob])
        #expect(shown.map(\.coordinate) == [place(48, 11), Self.here])
    }

    @Test func `who is no member is not listened to`() throws {
        var riders = RemoteRiders()
        let report = Samples.report(at: Self.here)
        #expect(try Self.hear(&riders, report, version: 1, at: 0) == .unknownOwner)
        riders.told(.introduction(version: 1, [Self.waldo]), from: Samples.bob, at: .zero)
        try riders.removed(key: 1, version: 1, from: Samples.bob)
        #expect(riders == RemoteRiders())
    }

    @Test(arguments: [LeaveCause.goodbye(.leaving), .closedHere(.blocked)])
    func `a goodbye takes the riders along`(cause: LeaveCause) throws {
        var riders = Self.withBob()
        try Self.hear(&riders, Samples.report(at: Self.here), version: 1, at: 0)
        riders.left(Samples.bob, cause)
        #expect(riders == RemoteRiders())
    }

    @Test(arguments: [LeaveCause.silence, .restarted])
    func `a restart is the same rider, where it was, until it is reported`(
        cause: LeaveCause
    )
        throws
    {
        var riders = Self.withBob()
        riders.told(.introduction(version: 5, [Self.waldo]), from: Samples.bob, at: .zero)
        try Self.hear(&riders, Samples.report(at: Self.here), version: 900_000, at: 0)
        riders.left(Samples.bob, cause)
        let grey = try #require(riders.shown(Self.rider, at: .ms(3_000)))
        #expect(!grey.isLive && grey.coordinate == Self.here)
        riders.joined(Samples.bob)
        #expect(riders.shown(Self.rider, at: .ms(3_000))?.coordinate == Self.here)
        // The new instance counts from its own start, and so do its introductions.
        let sue = RiderIntroduction(number: 1, kind: .simulant, name: Samples.name("Sue"))
        riders.told(.introduction(version: 1, [sue]), from: Samples.bob, at: .ms(3_100))
        let back = Samples.report(.breather, at: Self.there)
        #expect(try Self.hear(&riders, back, version: 20, at: 3_200) == .taken)
        let shown = riders.shown(at: .ms(3_200))
        #expect(shown.map(\.id) == [Self.rider])
        #expect(shown[0].coordinate == Self.there && shown[0].isLive)
        #expect(shown[0].introduction == sue)
    }

    @Test func `a member that joins again without having left is the same as before`() throws {
        var riders = Self.withBob()
        try Self.hear(&riders, Samples.report(at: Self.here), version: 1_000, at: 0)
        let before = riders
        riders.joined(Samples.bob)
        #expect(riders == before)
    }

    // MARK: Names

    private static let waldo = RiderIntroduction(
        number: 1,
        kind: .simulant,
        name: Samples.name("Waldo")
    )

    @Test func `name and kind come before or after the first report, and twice is once`() throws {
        for isFirst in [true, false] {
            var riders = Self.withBob()
            let introduction = RideMessage.introduction(version: 1, [Self.waldo])
            if isFirst {
                riders.told(introduction, from: Samples.bob, at: .zero)
                #expect(riders.shown(at: .zero) == [], "introduced, but not on the road yet")
            }
            try Self.hear(&riders, Samples.report(at: Self.here), version: 1, at: 0)
            #expect(
                riders.shown(Self.rider, at: .zero)?.introduction == (isFirst ? Self.waldo : nil)
            )
            riders.told(introduction, from: Samples.bob, at: .zero)
            let once = riders
            riders.told(introduction, from: Samples.bob, at: .zero)
            #expect(riders == once)
            #expect(riders.shown(Self.rider, at: .zero)?.introduction == Self.waldo)
        }
    }

    @Test func `a snapshot that was overtaken does not bring old names back`() throws {
        var riders = Self.withBob()
        let sue = RiderIntroduction(number: 1, kind: .simulant, name: Samples.name("Sue"))
        let vikas = RiderIntroduction(number: 2, kind: .simulant, name: Samples.name("Vikas"))
        riders.told(.introduction(version: 4, [sue]), from: Samples.bob, at: .zero)
        riders.told(.snapshot(version: 3, [Self.waldo, vikas], nil), from: Samples.bob, at: .zero)
        for number in [1, 2] {
            let report = Samples.report(at: Self.here)
            try Self.hear(&riders, report, number: UInt64(number), version: 1, at: 0)
        }
        #expect(riders.shown(at: .zero).map(\.introduction) == [sue, vikas])
    }

    // MARK: Bounds

    @Test func `a name holds while its rider is away, and gives way when there are too many`()
        throws
    {
        var riders = Self.withBob()
        let report = Samples.report(at: Self.here)
        riders.told(.introduction(version: 1, [Self.waldo]), from: Samples.bob, at: .zero)
        try Self.hear(&riders, report, version: 1, at: 0)
        try riders.removed(key: 1, version: 1, from: Samples.bob)
        try Self.hear(&riders, report, version: 600_000, at: 600_000)
        #expect(riders.shown(Self.rider, at: .ms(600_000))?.introduction == Self.waldo)
        // A thousand names more, twice: those that nobody bears are forgotten, this one is not.
        for start: UInt32 in [10_000, 20_000] {
            let more = (0..<1_023).map { index in
                RiderIntroduction(number: start + index, kind: .simulant, name: Self.waldo.name)
            }
            riders.told(.introduction(version: 2, more), from: Samples.bob, at: .ms(600_000))
        }
        #expect(riders.shown(Self.rider, at: .ms(600_000))?.introduction == Self.waldo)
        for number: UInt64 in [10_000, 20_500] {
            try Self.hear(&riders, report, number: number, version: 600_001, at: 600_001)
        }
        let shown = riders.shown(at: .ms(600_001))
        #expect(shown.map { $0.introduction?.number } == [1, nil, 20_500])
    }

    @Test func `an owner has 1,024 riders`() throws {
        var riders = Self.withBob()
        let report = Samples.report(at: Self.here)
        for number in 0..<1_024 {
            #expect(
                try Self.hear(&riders, report, number: UInt64(number), version: 1, at: 0) == .taken
            )
        }
        #expect(try Self.hear(&riders, report, number: 5_000, version: 1, at: 0) == .full)
        try riders.removed(key: 0, version: 1, from: Samples.bob)
        #expect(try Self.hear(&riders, report, number: 5_000, version: 1, at: 0) == .taken)
    }

    @Test func `all owners have 16,384 riders, and those that left give way`() throws {
        var riders = RemoteRiders()
        let owners = (1...17).map { Samples.peer(UInt8($0)) }
        let report = Samples.report(at: Self.here)
        for owner in owners.prefix(16) {
            riders.joined(owner)
            for number in 0..<1_024 {
                try Self.hear(
                    &riders,
                    report,
                    number: UInt64(number),
                    version: 1,
                    from: owner,
                    at: 0
                )
            }
        }
        riders.joined(owners[16])
        // Each has room for 256, whatever the others have; for more, once somebody is gone.
        let outcomes = try (0..<257).map { number in
            try Self.hear(
                &riders,
                report,
                number: UInt64(number),
                version: 1,
                from: owners[16],
                at: 0
            )
        }
        #expect(outcomes == Array(repeating: .taken, count: 256) + [.full])
        #expect(riders.shown(at: .zero).count == 16 * 1_024 && riders.count == 16 * 1_024)
        riders.left(owners[3], .silence)
        #expect(
            try Self.hear(&riders, report, number: 256, version: 1, from: owners[16], at: 0)
                == .taken
        )
        #expect(riders.count == riders.shown(at: .zero).count)
    }

    @Test func `tombstones are bounded: the oldest is forgotten`() throws {
        var riders = Self.withBob()
        for number in 0...1_024 {
            try riders.removed(key: UInt64(number), version: 10, from: Samples.bob)
        }
        let report = Samples.report(at: Self.here)
        #expect(try Self.hear(&riders, report, number: 0, version: 5, at: 0) == .taken)
        #expect(try Self.hear(&riders, report, number: 1, version: 5, at: 0) == .older)
    }
}

import Commands
import Control
import Testing

/// Whole maps as text, and what keys do to them.
@Suite struct MapPictureTests {
    /// A square of 0.02° with its centre at 0, 0, which is closed.
    private static let square: JSONValue = [
        "name": "Square", "closed": true,
        "parts": [[[0.01, -0.01], [0.01, 0.01], [-0.01, 0.01], [-0.01, -0.01]]],
    ]

    private static func machine(
        _ riders: [JSONValue],
        route: JSONValue? = nil,
        columns: Int = 44,
        rows: Int = 14,
        isInteractive: Bool = false
    ) -> MapStateMachine {
        var machine = MapStateMachine(columns: columns, rows: rows, isInteractive: isInteractive)
        machine.learned(route: route)
        machine.learned(riders: Rider.all(riders))
        return machine
    }

    private static let ada = Rider.json("Ada", 0.01, 0, ["own": true])
    private static let sue = Rider.json("Sue", 0, 0.01, ["state": "flat", "kind": "simulant"])
    private static let waldo = Rider.json("Waldo", -0.01, -0.005, ["live": false])

    private static func text(_ machine: MapStateMachine) -> String {
        machine.lines(inColour: false).joined(separator: "\n")
    }

    // MARK: Pictures

    @Test func `the route and who rides it are drawn, with a scale and north`() {
        let machine = Self.machine([Self.ada, Self.sue, Self.waldo], route: Self.square)
        #expect(
            Self.text(machine) == """
                                                         ↑N
                           ⢰⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒◆ You Cruisin'
                           ⢸                    ⡇
                           ⢸                    ⡇
                           ⢸                    ⡇
                           ⢸                    ⡇
                           ⢸                    ○ Sue Flat!
                           ⢸                    ⡇
                           ⢸                    ⡇
                           ⢸                    ⡇
                           ⢸                    ⡇
                           ⠸⠤⠤⠤⠤× Waldo (stale)⠤⠇
                 ├───────┤ 1 km
                3 riders, 1 stale  4.7 km across
                """
        )
    }

    @Test func `states have colours, who is stale is faint, and the route is blue`() {
        let machine = Self.machine([Self.ada, Self.sue, Self.waldo], route: Self.square)
        let text = machine.lines(inColour: true).joined(separator: "\n")
        #expect(text.contains("\u{1B}[32m◆\u{1B}[0m\u{1B}[1m You Cruisin'\u{1B}[0m"))
        #expect(text.contains("\u{1B}[31m○ Sue Flat!\u{1B}[0m"))
        #expect(text.contains("\u{1B}[2m× Waldo (stale)\u{1B}[0m"))
        #expect(text.contains("\u{1B}[34m⢸\u{1B}[0m"))
    }

    @Test func `those outside are arrows at the edge with their distance`() {
        let eve = Rider.json("Eve", 0.02, 0.03)
        var machine = Self.machine([Self.ada, Self.sue, Self.waldo, eve], route: Self.square)
        for _ in 0..<3 { _ = machine.pressed(.scalar("+")) }
        #expect(
            Self.text(machine) == """
                ⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⡄                  ↑N
                ↖ You 1.2 km          ⡇  Eve 2.8 km ↗
                                      ⡇
                                      ⡇
                                      ⡇
                                      ⡇
                                      ⡇
                                      ⡇
                                      ⡇
                                      ⡇
                                      ⡇
                           ↙ Waldo 2.4 km
                 ├─────────┤ 500 m    ○ Sue Flat!
                4 riders, 1 stale  2.1 km across
                """
        )
    }

    @Test func `several beyond one place of the edge share an arrow with the nearest's name`() {
        let crowd = (0..<4).map { Rider.json("Nr\($0)", 0, 0.02 + Double($0) / 1_000) }
        var machine = Self.machine([Rider.json("Ada", 0, 0, ["own": true])] + crowd)
        _ = machine.pressed(.scalar("c"))
        for _ in 0..<4 { _ = machine.pressed(.scalar("+")) }
        #expect(Self.text(machine).contains(" Nr0 2.2 km +3\n"))
        #expect(!Self.text(machine).contains("Nr1"))
    }

    @Test func `riders across the antimeridian stand side by side`() {
        let machine = Self.machine(
            [Rider.json("West", 0, 179.99), Rider.json("East", 0, -179.99)],
            columns: 40,
            rows: 8
        )
        #expect(
            Self.text(machine) == """
                                                     ↑N


                    ● West Cruisin'   East Cruisin' ●


                 ├─────┤ 500 m
                2 riders  2.8 km across
                """
        )
    }

    @Test func `a route across the antimeridian is drawn on both sides of it, and once`() {
        let line: JSONValue = [[0, 179.99], [0, -179.99]]
        let route: JSONValue = ["closed": false, "parts": [line, [[91, 0], [0, 0.5]]]]
        var machine = Self.machine([], route: ["parts": [line]])
        machine.learned(riders: Rider.all([Rider.json("Ada", 0, 180, ["own": true])]))
        let row = machine.lines(inColour: false).first { $0.contains("◆") } ?? ""
        #expect(row.contains("⠒⠒⠒⠒⠒⠒⠒⠒◆ You") || row.contains("⠤⠤⠤⠤⠤⠤⠤⠤◆ You"))
        // A point that is none is left out, and the others stay.
        #expect(RouteShape(route).parts.map(\.count) == [2, 1])
    }

    @Test func `a line whose shorter way leads over the edges does not cross the map`() {
        let route: JSONValue = ["closed": false, "parts": [[[0, -100], [0, 100]]]]
        let machine = Self.machine([Rider.json("Ada", 40, 0)], route: route)
        let rows = machine.lines(inColour: false).map(Array.init)
        let dots = rows.map { row in
            row.indices.filter { ("⠁"..."⣿").contains(row[$0]) }
        }
        // 100° are 18 columns, and 125° are 22.
        #expect(dots.filter { !$0.isEmpty } == [[0, 1, 2, 3, 4, 39, 40, 41, 42, 43]])
    }

    @Test func `a crowd in one place has the labels that fit around it`() {
        let riders = (0..<9).map { Rider.json("Nr\($0)", 0, 0) }
        #expect(
            Self.text(Self.machine(riders, columns: 40, rows: 8)) == """
                                                     ↑N

                        Nr5 Cruisin' Nr3 Cruisin'
                       Nr1 Cruisin' ● Nr0 Cruisin'
                        Nr4 Cruisin' Nr2 Cruisin'

                 ├────┤ 100 m
                9 riders  714 m across
                """
        )
    }

    @Test func `a label says what others don't see, and how exactly one is seen oneself`() {
        let ada = Rider.json("Ada", 1, 0, ["own": true, "hidden": true])
        let sue = Rider.json("Sue", 0, 0, ["uncertainty": 500])
        let machine = Self.machine([ada, sue], columns: 60)
        #expect(Self.text(machine).contains("◆ You Cruisin' (hidden)"))
        #expect(Self.text(machine).contains("● Sue Cruisin' ±500 m"))
    }

    @Test func `a place that is none is on no map, and who has no name has its id`() {
        let machine = Self.machine([
            Rider.json("Ada", 91, 0), Rider.json("Sue", 0, 200),
            Rider.json("x", 1, 1, ["name": nil, "id": "7qk2f3mdxyzw"]),
        ])
        let text = Self.text(machine)
        #expect(!text.contains("Ada") && !text.contains("Sue"))
        #expect(text.contains("● 7QK2F3MD Cruisin'"))
        #expect(text.contains("3 riders"))
    }

    @Test func `where nobody rides that is said, and what brings somebody`() {
        #expect(
            Self.text(Self.machine([], columns: 50, rows: 8)) == """
                                                               ↑N


                 Nobody rides yet: `paceline ride here LAT,LON`.


                 ├────────┤ 100 m
                0 riders  500 m across
                """
        )
    }

    @Test(arguments: [(1, 1), (1, 2), (2, 40), (3, 3), (9, 2), (70_000, 70_000)])
    func `a page of any size is filled and not overfilled`(columns: Int, rows: Int) {
        let far = Rider.json("Eve", 80, 100)
        var machine = Self.machine(
            [Self.ada, Self.sue, Self.waldo, far],
            route: Self.square,
            columns: columns,
            rows: rows,
            isInteractive: true
        )
        _ = machine.pressed(.scalar("c"))
        _ = machine.pressed(.scalar("?"))
        let lines = machine.lines(inColour: false)
        #expect(lines.count == min(max(2, rows), 500))
        #expect(lines.allSatisfy { $0.count == min(columns, 1_000) })
    }

    // MARK: Keys

    /// The last row after some keys.
    private static func status(_ machine: inout MapStateMachine, _ keys: [Key]) -> String {
        for key in keys { #expect(machine.pressed(key) == .draw) }
        return machine.lines(inColour: false).last ?? ""
    }

    @Test func `keys zoom, pan, fit, center and follow`() {
        var machine = Self.machine(
            [Self.ada, Self.sue, Self.waldo],
            route: Self.square,
            columns: 60
        )
        func across(_ keys: Key...) -> String { Self.status(&machine, keys) }
        let fitted = Self.text(machine)
        #expect(across(.scalar("+")) == "3 riders, 1 stale  4.3 km across")
        #expect(across(.scalar("=")) == "3 riders, 1 stale  2.9 km across")
        #expect(across(.scalar("-"), .scalar("_")) == "3 riders, 1 stale  6.4 km across")
        #expect(Self.text(machine) == fitted)
        #expect(across(.scalar("0")) == "3 riders, 1 stale  6.4 km across")
        #expect(Self.text(machine) == fitted)
        #expect(across(.scalar("c")).hasSuffix("following you"))
        #expect(across(.scalar("n")).hasSuffix("following Sue"))
        #expect(across(.scalar("n")).hasSuffix("following Waldo"))
        #expect(across(.scalar("n")).hasSuffix("following you"))
        #expect(across(.scalar("+")).hasSuffix("4.3 km across  following you"))
        #expect(across(.up).hasSuffix("across"))
        #expect(across(.scalar("f")) == "3 riders, 1 stale  6.4 km across")
        #expect(Self.text(machine) == fitted)
    }

    /// The column and row of the only person on the page.
    private static func position(_ machine: MapStateMachine) -> [Int?] {
        let lines = machine.lines(inColour: false).map(Array.init)
        let row = lines.firstIndex { $0.contains("●") }
        return [row.flatMap { lines[$0].firstIndex(of: "●") }, row]
    }

    @Test(arguments: [
        ([Key.left, .scalar("h")], 11, 0), ([.right, .scalar("l")], -11, 0),
        ([.up, .scalar("k")], 0, 4), ([.down, .scalar("j")], 0, -4),
    ])
    func `two steps of an eighth move the map by a quarter`(keys: [Key], x: Int, y: Int) {
        var machine = Self.machine([Rider.json("A", 5, 5)], columns: 45, rows: 18)
        #expect(Self.position(machine) == [22, 8])
        for key in keys { #expect(machine.pressed(key) == .draw) }
        #expect(Self.position(machine) == [22 + x, 8 + y])
    }

    @Test func `who is followed stays in the middle, until it is gone`() {
        var machine = Self.machine([Self.ada, Self.sue], columns: 41, rows: 12)
        _ = machine.pressed(.scalar("n"))
        _ = machine.pressed(.scalar("n"))
        for longitude in [0.01, 3, 179.999, -179.999] {
            let sue = Rider.json("Sue", 50, longitude, ["state": "flat", "kind": "simulant"])
            machine.learned(riders: Rider.all([Self.ada, sue]))
            let row = machine.lines(inColour: false)[5]
            #expect(Array(row)[20] == "○", "\(longitude)")
        }
        machine.learned(riders: Rider.all([Self.ada]))
        #expect(machine.lines(inColour: false).last?.contains("following") == false)
    }

    @Test func `a fitted map takes in who rides out of it, and a moved one stays`() {
        var machine = Self.machine([Self.ada, Self.sue])
        let eve = Rider.json("Eve", 0.5, 0.5)
        machine.learned(riders: Rider.all([Self.ada, Self.sue, eve]))
        #expect(Self.text(machine).contains("● Eve Cruisin'") || Self.text(machine).contains("Eve"))
        #expect(!Self.text(machine).contains("↗"))
        _ = machine.pressed(.scalar("+"))
        let before = machine.lines(inColour: false).last
        machine.learned(riders: Rider.all([Self.ada, Self.sue, Rider.json("Eve", 9, 9)]))
        #expect(machine.lines(inColour: false).last == before)
        #expect(Self.text(machine).contains("↗"))
    }

    @Test func `help comes and goes, and other keys go on working`() {
        var machine = Self.machine([Self.ada], rows: 20, isInteractive: true)
        #expect(machine.pressed(.scalar("?")) == .draw)
        #expect(Self.text(machine).contains("q, Ctrl-C     quit"))
        #expect(machine.pressed(.scalar("+")) == .draw)
        #expect(Self.text(machine).contains("fit all"))
        #expect(machine.pressed(.scalar("?")) == .draw)
        #expect(!Self.text(machine).contains("fit all"))
    }

    @Test func `the other keys are steps for the session, or nothing`() {
        var machine = Self.machine([])
        let steps: [(Key, MapStateMachine.Step)] = [
            (.scalar("q"), .leave), (.interrupt, .leave), (.endOfInput, .leave),
            (.suspend, .suspend), (.redraw, .reload), (.scalar("r"), .reload),
            (.scalar("x"), .nothing), (.enter, .nothing), (.home, .nothing), (.delete, .nothing),
        ]
        for (key, step) in steps { #expect(machine.pressed(key) == step, "\(key)") }
    }

    @Test func `what can't be done is said until the next key`() {
        var machine = Self.machine([Self.sue])
        #expect(Self.status(&machine, [.scalar("c")]) == "You are off the map.")
        #expect(Self.status(&machine, [.scalar("+")]).hasPrefix("1 rider"))
        var empty = Self.machine([])
        #expect(Self.status(&empty, [.scalar("n")]) == "Nobody rides whom you could follow.")
        empty.say("The daemon is gone.")
        #expect(empty.lines(inColour: false).last == "The daemon is gone.")
        empty.say(nil)
        #expect(empty.lines(inColour: false).last?.hasPrefix("0 riders") == true)
    }
}

import Foundation
import Testing

/// The live map on the daemons' web pages, in a real browser on each machine.
@Suite(.onLAN(), .serialized)
struct PageMapLANTests {
    /// Starts the daemons of all hosts with so many simulants each.
    private func startAll(_ home: Household, simulants: Int) async throws {
        for daemon in home.daemons { try daemon.launch(["--simulants", "\(simulants)"]) }
        for daemon in home.daemons { try await daemon.answers() }
        try await home.areJoined()
    }

    // MARK: Two machines

    @Test func `two maps show everybody, and how one person helps the other`() async throws {
        try await withHousehold(hosts: 2) { home in
            try await self.startAll(home, simulants: 2)
            let ada = try await home.page(of: home["ada"])
            let bob = try await home.page(of: home["bob"])
            for page in [ada, bob] {
                for rider in ["Waldo of ada", "Sue of ada", "Waldo of bob", "Sue of bob"] {
                    try await page.maps(rider)
                }
                try await page.shows("4 riders", in: "#ride-count")
                try await page.shows("Synthetic City Loop, 6.3 km.", in: "#route")
                try await page.shows("follows no streets", in: "#route")
                try await page.shows("asks nothing of the internet", in: "#map-tiles")
                #expect(try !page.text("#map .leaflet-control-scale-line").isEmpty)
                try self.watchForHelp(on: page)
            }
            // Ids are for the machine: neither to be read nor to be heard (Q19).
            let ids = try await home["ada"].riders().map(\.id)
            let seen = try ada.texts("body").joined()
            let said = try ada.labels("#map [aria-label]").joined()
            #expect(seen.contains("Waldo") && said.contains("Waldo"))
            for id in ids { #expect(!seen.contains(id) && !said.contains(id)) }
            try await self.placeByClick(ada: ada, bob: bob)

            try ada.pressButton("[data-state=flat].state-button")
            for page in [ada, bob] { try await page.maps("ada, Flat!") }
            #expect(try self.pressed(on: ada) == ["Flat!"])
            // What can't follow is not to be pressed, and still has its place.
            let breather = "[data-state=breather].state-button[aria-disabled=true]"
            #expect(try ada.texts(breather) == ["Breather"])
            try bob.pressButton("[data-state=helpin].state-button")
            for page in [ada, bob] {
                try await page.comes(
                    "the help in the feed",
                    """
                    const sentence = "bob has fixed the flat tire of ada.";
                    return [...document.querySelectorAll("#feed .line")]
                      .some((line) => line.innerText === sentence)
                    """
                )
                try await page.comes("a line on the map", "return window.seenHelp === true")
                try await page.maps("ada, Cruisin'")
                try await page.maps("bob, Helpin'")
            }
            try await ada.shows("Cruisin'", in: "#your-state")
            #expect(try ada.text("#ride-said") == "bob has fixed the flat tire of ada.")
            try ada.isWhole(called: "map-ada")
            for page in [ada, bob] {
                #expect(try page.complaints() == [])
                try page.quit()
            }
        }
    }

    /// Remembers whether the map ever shows a line of help, which goes by itself.
    private func watchForHelp(on page: Browser) throws {
        try page.evaluate(
            """
            new MutationObserver(() => {
              if (document.querySelector("#map path.help")) window.seenHelp = true;
            }).observe(document.querySelector("#map"), { childList: true, subtree: true });
            """
        )
    }

    /// Both say by a click where they are: ada in the middle, bob beside her.
    private func placeByClick(ada: Browser, bob: Browser) async throws {
        // Escape takes it back.
        try ada.pressButton("#place-me")
        try await ada.shows("Escape cancels", in: "#place-hint")
        try ada.press(Browser.escape)
        #expect(try ada.text("#place-hint") == "")
        try ada.click("#map")
        #expect(try ada.text("#your-place") == "You are not on the map.")

        try ada.pressButton("#place-me")
        try ada.click("#map")
        try await ada.shows("You are where you said.", in: "#your-place")
        for page in [ada, bob] { try await page.maps("ada,") }

        // By keyboard through the list to ada, who comes to the middle, and near.
        try bob.tab(to: "#riders button")
        try bob.press(Browser.end)
        for _ in 0..<8 {
            let script = "return document.activeElement.closest('tr')?.innerText"
            if (try bob.evaluate(script) as? String ?? "").hasPrefix("ada") { break }
            try bob.press("\u{E013}")
        }
        try bob.press(Browser.enter)
        try await bob.shows("ada", in: ".rider-card .card-name")
        try bob.press(Browser.escape)
        try await bob.comes(
            "the card to go",
            "return document.querySelector('.rider-card') === null"
        )
        try bob.pressButton("#place-me")
        // 18 pixels are some 70 m.
        try bob.click("#map", right: -18)
        for page in [ada, bob] { try await page.maps("bob,") }
    }

    private func pressed(on page: Browser) throws -> [String] {
        try page.texts(".state-button[aria-pressed=true]")
    }

    // MARK: One machine

    @Test func `riders move in place, and what somebody looks at stays`() async throws {
        try await withHousehold(hosts: 1) { home in
            try await self.startAll(home, simulants: 3)
            let page = try await home.page(of: home["ada"])
            for name in ["Waldo", "Sue", "Vikas"] { try await page.maps("\(name) of ada") }
            try page.pressButton("#ride-route")
            try await page.maps("ada, Cruisin'")
            try page.evaluate(
                """
                window.kept = [...document.querySelectorAll("#map .rider")];
                window.were = kept.map((mark) => mark.style.transform);
                """
            )
            try page.click(Browser.mark("ada,") + " .rider-dot")
            try await page.shows("ada", in: ".rider-card .card-name")
            try page.evaluate("window.card = document.querySelector('.rider-card')")
            let me = "kept.findIndex((mark) => mark.ariaLabel.startsWith('ada,'))"
            try await page.comes(
                "the rider moving on",
                "const me = \(me); return kept[me].style.transform !== were[me]"
            )
            try await page.shows("20.0", in: "#riders tr.mine.chosen .speed")
            try await page.comes(
                "the same elements, with the focus and the card",
                """
                const marks = [...document.querySelectorAll("#map .rider")];
                return marks.length === 4 && marks.every((mark, index) => mark === kept[index])
                  && document.activeElement === kept[\(me)]
                  && document.querySelector(".rider-card") === card
                """
            )
            try await self.isSmooth(page, mark: "kept[\(me)]")
            try page.pressButton("#off-map")
            try await page.shows("You are not on the map.", in: "#your-place")
            try await page.comes(
                "the mark and its card to go",
                "return document.querySelectorAll('#map .rider').length === 3"
                    + " && document.querySelector('.rider-card') === null"
            )
            #expect(try page.complaints() == [])
            try page.quit()
        }
    }

    /// A rider is shown in more places than the daemon has named, and never leaps.
    private func isSmooth(_ page: Browser, mark: String) async throws {
        let scale = try page.text(".leaflet-control-scale-line")
        try page.click(".leaflet-control-zoom-in")
        try await page.comes(
            "a nearer map",
            "return document.querySelector(arguments[0]).innerText !== arguments[1]",
            ".leaflet-control-scale-line",
            scale
        )
        try page.evaluate(
            """
            window.answers = 0;
            window.places = [];
            const fetch = window.fetch;
            window.fetch = (path, more) => {
              if (more?.body?.includes("ride.riders")) answers += 1;
              return fetch(path, more);
            };
            const place = () => {
              const { m41, m42 } = new DOMMatrix(getComputedStyle(\(mark)).transform);
              return [m41, m42];
            };
            (function look() {
              const [x, y] = places.at(-1) ?? [Infinity, Infinity];
              const now = place();
              if (now[0] !== x || now[1] !== y) places.push(now);
              requestAnimationFrame(look);
            })();
            """
        )
        try await page.comes(
            "more places than answers",
            "return answers > 3 && places.length > answers + 8"
        )
        let places = try #require(try page.evaluate("return places") as? [[Double]])
        for (from, to) in zip(places, places.dropFirst()) {
            #expect(abs(from[0] - to[0]) < 30 && abs(from[1] - to[1]) < 30)
        }
    }

    @Test func `who goes by keyboard sees where on the map that is`() async throws {
        try await withHousehold(hosts: 1) { home in
            try await self.startAll(home, simulants: 1)
            let page = try await home.page(of: home["ada"])
            try await page.maps("Waldo of ada")
            for stop in ["#map", ".leaflet-control-zoom-in", ".leaflet-control-zoom-out"] {
                try page.tab(to: stop)
                let ring = "return getComputedStyle(document.activeElement).outlineStyle"
                #expect(try page.evaluate(ring) as? String == "solid", "\(stop)")
            }
            try page.quit()
        }
    }

    @Test func `the edge of the world is crossed the short way`() async throws {
        try await withHousehold(hosts: 1) { home in
            try await self.startAll(home, simulants: 0)
            let page = try await home.page(of: home["ada"])
            try await page.shows("Nobody is on the map.", in: "#riders-none")
            try page.placeMe("52,5", "13,4")
            try await page.shows("Latitude is a number of degrees", in: "#ride-refused")
            try page.placeMe("0", "179.9995")
            try await page.maps("ada,")
            #expect(try page.text("#ride-refused") == "")
            try page.pressButton("#fit")
            try await page.comes(
                "the rider in the middle",
                """
                const [map, dot] = ["#map", ".rider-dot"].map(
                  (it) => document.querySelector(it).getBoundingClientRect());
                return Math.abs(map.x + map.width / 2 - dot.x - dot.width / 2) < 3
                """
            )
            try page.evaluate(
                """
                window.seen = [];
                const [map, mark] = ["#map", ".rider-dot"].map((it) => document.querySelector(it));
                (function look() {
                  const { x, width } = map.getBoundingClientRect();
                  seen.push(mark.getBoundingClientRect().x - x - width / 2);
                  requestAnimationFrame(look);
                })();
                """
            )
            try page.placeMe("0", "-179.9995")
            try await page.comes("the rider on the other side", "return seen.at(-1) > 30")
            let seen = try #require(try page.evaluate("return seen") as? [Double])
            // 111 m, and not once around the world.
            #expect(seen.allSatisfy { (-30...300).contains($0) })
            #expect(try page.complaints() == [])
            try page.keepScreenshot("edge-of-the-world")
            try page.quit()
        }
    }

    // MARK: Coming and going

    @Test func `riders that are lost turn grey, and a hidden page asks for none`() async throws {
        try await withHousehold(hosts: 2) { home in
            try await self.startAll(home, simulants: 1)
            let page = try await home.page(of: home["ada"])
            try await page.maps("Waldo of bob")
            try page.evaluate(
                """
                window.asked = 0;
                const fetch = window.fetch;
                window.fetch = (...all) => {
                  if (document.hidden) asked += 1;
                  return fetch(...all);
                };
                """
            )
            try await page.lookAway {
                try await home["bob"].kill()
                try await home["ada"].shows("bob", "lost")
            }
            #expect(try page.evaluate("return asked") as? Int == 0)
            try await page.comes(
                "bob's rider in grey",
                Self.isStale + " === true",
                Browser.mark("Waldo of bob")
            )
            try await page.shows("heard of", in: "#riders tr.stale .rider-note")
            try page.keepScreenshot("stale")

            try await home["bob"].start(["--simulants", "1"])
            try await page.comes(
                "bob's rider as it was",
                Self.isStale + " === false",
                Browser.mark("Waldo of bob")
            )
            try await home["bob"].stop()
            try await page.comes(
                "bob's rider to go",
                "return document.querySelector(arguments[0]) === null",
                Browser.mark("Waldo of bob")
            )
            try page.quit()
        }
    }

    private static let isStale =
        "return document.querySelector(arguments[0])?.classList.contains('stale')"
}

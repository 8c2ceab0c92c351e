import Foundation
import Testing

/// The modules of the map, with what no daemon says.
@Suite(.onLAN(), .serialized)
struct MapModuleLANTests {
    /// The page of a daemon without riders.
    private func quietPage(_ home: Household) async throws -> Browser {
        try await home["ada"].start(["--simulants", "0"])
        return try await home.page(of: home["ada"])
    }

    @Test func `what is no place never reaches the map, and a name is never markup`() async throws {
        try await withHousehold(hosts: 1) { home in
            let page = try await self.quietPage(home)
            try await page.shows("Synthetic City Loop", in: "#route")
            let shown = try page.evaluate(
                """
                const holder = document.createElement("div");
                holder.style.height = "300px";
                document.querySelector("#ride").append(holder);
                const rider = (id, latitude, longitude) => ({
                  id, name: "<img src=x onerror=document.title=1>", kind: "person",
                  owner: { id: "x", name: "<b>x</b>" }, state: "<i>", latitude, longitude,
                  speed: null, course: "90", fixAge: null, lastHeard: null, live: true, own: false,
                  uncertainty: null, hidden: false, gap: null,
                });
                return import("/map.js").then(({ RideMap }) => {
                  const map = new RideMap(L, holder, null, {
                    placed() {}, chosen() {}, followed() {},
                  });
                  map.showRoute([[[NaN, 0], [0, 0], [0, 1], [91, 0]], [[null, null]]], true);
                  map.show([
                    rider("1", NaN, 0), rider("2", 0, Infinity), rider("3", null, null),
                    rider("4", "0", "0"), rider("5", 90.1, 0), rider("6", 0, -180.1),
                    rider("7", undefined, 0), rider("8", -90, 180), rider("9", 0, 0.5),
                  ], 500);
                  map.centre("9");
                  const marks = [...holder.querySelectorAll(".rider")];
                  return [
                    marks.length, marks[0].querySelector(".rider-label").textContent,
                    holder.querySelector(".card-name").textContent,
                    document.querySelectorAll("img, b, i").length,
                  ];
                })
                """
            )
            let rubbish = "<img src=x onerror=document.title=1>"
            #expect(shown as? NSArray == [2, rubbish, rubbish, 0] as NSArray)
            #expect(try page.evaluate("return document.title") as? String == "ada · Paceline")
            #expect(try page.complaints() == [])
            try page.quit()
        }
    }

    @Test func `of many riders own ones have trails, and what is not drawn is forgotten`()
        async throws
    {
        try await withHousehold(hosts: 1) { home in
            let page = try await self.quietPage(home)
            try await page.shows("Synthetic City Loop", in: "#route")
            let counts = try page.evaluate(
                """
                const holder = document.createElement("div");
                holder.style.height = "300px";
                document.querySelector("#ride").append(holder);
                const rider = (at, own, step) => ({
                  id: String(at), name: "r", kind: "person", owner: { id: "x", name: "x" },
                  state: "cruisin", latitude: at / 1000 + step / 10000, longitude: 0, own,
                  live: true,
                });
                const others = (from, step) =>
                  [...Array(250).keys()].slice(from).map((at) => rider(at, false, step));
                return import("/map.js").then(({ RideMap }) => {
                  const map = new RideMap(L, holder, null, {
                    placed() {}, chosen() {}, followed() {},
                  });
                  const count = (which) => holder.querySelectorAll(`path.trail${which}`).length;
                  map.show(others(0, 0), 0);
                  for (let step = 1; step < 5; step += 1) {
                    map.show([rider(999, true, step), ...others(0, step)], 0);
                  }
                  const many = [count(""), count(".mine")];
                  map.show(others(240, 5), 0);
                  return [...many, count("")];
                })
                """
            )
            #expect(counts as? NSArray == [200, 1, 0] as NSArray)
            try page.quit()
        }
    }

    @Test func `the map's arithmetic is right at the edges`() async throws {
        try await withHousehold(hosts: 1) { home in
            let page = try await self.quietPage(home)
            let failed = try page.evaluate(
                """
                return Promise.all(["/plane.js", "/motion.js", "/trail.js"].map((it) => import(it)))
                  .then(([plane, { Motion }, { Trail }]) => { \(MapArithmetic.script) })
                """
            )
            #expect(failed as? [String] == [])
            try page.quit()
        }
    }
}

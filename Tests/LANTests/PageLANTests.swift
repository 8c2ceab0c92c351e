import FolderTesting
import Foundation
import Testing

/// The daemons' web pages, in a real browser on each machine.
@Suite(.onLAN(), .serialized)
struct PageLANTests {
    // MARK: A game

    @Test func `a whole game is played through two pages, by keyboard alone`() async throws {
        try await withHousehold(hosts: 2) { home in
            try await home.startAll()
            let ada = try await home.page(of: home["ada"])
            let bob = try await home.page(of: home["bob"])
            try await ada.shows("bob", in: "#peers")
            try await ada.shows("joined", in: "#peers")
            try await bob.shows("anybody on this network", in: "#who-can-join")
            #expect(try bob.evaluate("return document.title") as? String == "bob · Paceline")

            // A secret that is none is refused in words, and the field keeps the focus.
            try ada.tab(to: "#start [name=secret]")
            try ada.press("4x2" + Browser.enter)
            try await ada.shows("Please enter a valid number.", in: "#refused")
            try ada.press("742" + Browser.tab + Browser.tab + "999" + Browser.enter)
            try await ada.shows("Your number is 742.", in: "#said")
            #expect(try ada.text("#refused") == "")
            try await ada.shows("You host a game, with 0 guesses so far.", in: "#game-state")
            try await ada.shows("1 to 999", in: "#game-range")

            try await self.guess("500", on: bob)
            try await bob.shows("Your guess of 500 waits for an answer.", in: "#waiting")
            try await self.answer("Greater", to: "500", on: ada)
            try await self.guess("742", on: bob)
            try await self.answer("Correct", to: "742", on: ada)
            for page in [ada, bob] {
                try await page.shows("bob", in: "#scores tbody tr")
                #expect(try page.texts("#history .mark") == ["✓ true", "✓ true", "✓ true"])
                #expect(try page.texts("#scores tbody tr").count == 2)
                try await page.shows("The number was 742.", in: "#feed")
            }
            try await bob.shows("You won the last one.", in: "#game-state")
            let history = try await home["ada"].history().map(\.line)
            #expect(try ada.texts("#history .line bdi, #history .line").count == history.count)
            try ada.isWhole(called: "ada")
            try bob.isWhole(called: "bob")
            for page in [ada, bob] {
                #expect(try page.complaints() == [])
                try page.quit()
            }
        }
    }

    private func guess(_ number: String, on page: Browser) async throws {
        try await page.shows("Your guess", in: "#guess")
        try page.tab(to: "#guess [name=number]")
        try page.press(number + Browser.enter)
    }

    private func answer(_ word: String, to number: String, on page: Browser) async throws {
        try await page.shows(number, in: "#pending")
        try page.tab(to: "#pending button[aria-label$=': \(word.lowercased())']")
        try page.press(Browser.enter)
        try await eventually("the guess of \(number) to be answered") {
            try page.texts("#pending li").isEmpty
        }
        // Not at a button: another Enter must not do anything.
        let script = "return document.activeElement.tagName"
        #expect(try page.evaluate(script) as? String != "BUTTON")
    }

    // MARK: Rubbish and strangers

    @Test func `rubbish in names stays text, and strangers' pages can do nothing`() async throws {
        try await withHousehold(hosts: 2) { home in
            let rubbish = "<img src=x onerror=document.title=1>"
            let hebrew = "</td><b>עדן"
            try await home["ada"].start()
            try await home["bob"].start(["--name", rubbish])
            let third = try home.daemon(on: "bob", name: "third", folder: "/run/third")
            try await third.start(["--name", hebrew])
            try await home["ada"].joins([rubbish, hebrew])
            let page = try await home.page(of: home["ada"])
            try await eventually("both names in the table") {
                Set(try page.texts("#peers .name")) == [rubbish, hebrew]
            }
            try await eventually("both names in the feed") {
                let lines = try page.texts("#feed .line")
                return [rubbish, hebrew].allSatisfy { lines.contains("\($0) has joined.") }
            }
            try await self.ride(named: rubbish, in: home, seenOn: page)
            try await self.startGame(of: home["bob"])
            try await page.shows("\(rubbish) hosts a game", in: "#game-state")
            try await page.shows("\(rubbish) has started a new game.", in: "#history")
            #expect(
                try page.evaluate("return document.querySelectorAll('img, b').length") as? Int == 0
            )
            #expect(try page.evaluate("return document.title") as? String == "ada · Paceline")
            let directions = """
                return [...document.querySelectorAll("#peers .name, #feed .line")]
                  .every((e) => getComputedStyle(e).unicodeBidi === "isolate")
                """
            #expect(try page.evaluate(directions) as? Bool == true)
            try page.keepScreenshot("rubbish")
            #expect(try page.complaints() == [])

            try await self.tryAsStranger(page, at: try await home["ada"].pageAddress())
            #expect(try await home["ada"].game().guesses == 0)
            try page.quit()
        }
    }

    /// Bob, of that name, says by the form where he is, and is looked at on ada's page.
    private func ride(named name: String, in home: Household, seenOn page: Browser) async throws {
        let bob = try await home.page(of: home["bob"], name: name)
        try bob.placeMe("37.33", "-122.03")
        try await bob.shows("You are where you said.", in: "#your-place")
        try await page.maps("\(name), Cruisin'")
        #expect(try page.texts("#map .rider-label").contains(name))
        #expect(try page.texts("#riders .name").contains(name))
        try page.click(Browser.mark(name) + " .rider-dot")
        try await page.shows(name, in: ".rider-card .card-name")
        #expect(try page.text(".rider-card dd") == name)
        try bob.quit()
    }

    private func startGame(of daemon: DaemonHost) async throws {
        try await daemon.say("game", "new", "42")
    }

    /// What another site's script could try, had it even the token.
    private func tryAsStranger(_ page: Browser, at address: String) async throws {
        let parts = address.components(separatedBy: "#token=")
        let script = """
            const [base, token, mode] = arguments;
            const call = (path, more) => fetch(base + path, more)
              .then((reply) => reply.text(), (error) => error.name);
            const guess = { method: "POST", mode, body:
              '{"jsonrpc":"2.0","id":1,"method":"game.guess","params":{"number":"50"}}' };
            const bearer = { Authorization: `Bearer ${token}` };
            return Promise.all([
              call("", {}), call("events", { headers: bearer }), call("rpc", guess),
              call("rpc", { ...guess, headers: { ...bearer, "Content-Type": "application/json" } }),
            ])
            """
        // Another port of this machine is another site; chromedriver's own answer is a page there.
        try page.open("http://127.0.0.1:9515/status")
        #expect(
            try page.evaluate(script, parts[0], parts[1], "cors") as? [String]
                == ["TypeError", "TypeError", "TypeError", "TypeError"]
        )
        let blind = try page.evaluate(script, parts[0], parts[1], "no-cors") as? [String]
        #expect(blind?[2] == "" || blind?[2] == "TypeError", "\(blind ?? [])")
        // A name of the stranger's own that leads here.
        try page.open(parts[0].replacing("127.0.0.1", with: "evil.test"))
        try await page.shows("answers to no other host's name", in: "body")
        try page.open(parts[0].replacing("127.0.0.1", with: "localhost") + "#token=wrong")
        try await page.shows("Run “paceline web”", in: "#banner")
        #expect(try page.text("#content") == "")
    }

    // MARK: Coming back

    @Test func `a page comes back by itself, and says when its daemon is gone`() async throws {
        try await withHousehold(hosts: 1) { home in
            let ada = home["ada"]
            // Nothing is to happen but what is made to happen.
            try await ada.start(["--simulants", "0"])
            let page = try await home.page(of: ada)
            #expect(
                try page.evaluate("return location.href") as? String == "http://127.0.0.1:7434/"
            )
            let tap = try ada.follow()
            try await ada.say("game", "new", "1")
            try await page.shows("You have started a new game.", in: "#feed")

            // A page that nobody sees keeps no connection, and then catches up.
            try await page.lookAway { try await ada.say("game", "cancel") }
            try await page.shows("No game is running.", in: "#game-state")
            // The same once it can't come back at once.
            try page.setOffline(true)
            try await page.lookAway { try await ada.say("game", "new", "2") }
            try await page.shows("Daemon gone", in: "#connection")
            try await page.shows("The daemon does not answer", in: "#banner")
            try await ada.say("game", "cancel")
            try page.setOffline(false)
            try await page.shows("Live", in: "#connection")
            try await page.shows("No game is running.", in: "#game-state")
            #expect(try page.text("#banner") == "")
            // Nothing is missing, and nothing is there twice.
            let happened = try tap.happenings.map(\.line)
            let shown = Array(try page.texts("#feed .line").reversed())
            #expect(happened.count > 4)
            #expect(shown.suffix(happened.count) == happened[...])

            // A reload keeps the token of its tab.
            try page.open("http://127.0.0.1:7434/")
            try await page.shows("ada", in: "#own-name")

            try await ada.kill()
            try await page.shows("Daemon gone", in: "#connection")
            try page.keepScreenshot("gone")
            try await ada.start()
            try await page.shows("as it was started anew", in: "#banner")
            #expect(try page.text("#content") == "")
            // The new address, in the same tab.
            try page.open(try await ada.pageAddress())
            try await page.shows("ada", in: "#own-name")
            try page.quit()
        }
    }

    // MARK: The companion

    @Test func `the address is opened by a file that its user alone can read`() async throws {
        try await withHousehold(hosts: 1) { home in
            let ada = home["ada"]
            try await ada.start()
            let address = try await ada.pageAddress()
            let status = try await ada.say("status")
            #expect(status.contains("Page        http://127.0.0.1:7434/\n"))
            let desk = try TemporaryFolder()
            let opener = """
                #!/bin/sh
                stat -c %a "$1" >"\(desk["mode"])"
                cp "$1" "\(desk["opened.new"])" && mv "\(desk["opened.new"])" "\(desk["opened"])"
                """
            try desk.put(opener, at: "xdg-open", mode: 0o700)
            let done = try await RigProcess.output(
                of: "/usr/bin/env",
                [
                    "DISPLAY=:9", "XDG_RUNTIME_DIR=\(desk.path)", "PATH=\(desk.path):/usr/bin:/bin",
                    try LAN.program("paceline"), "web", "--socket", ada.socket,
                ]
            )
            #expect(done == RigOutput(status: 0, output: "\(address)\n", errors: ""))
            try await eventually("a browser that opens") {
                try desk.names.contains("opened")
            }
            let opened = try String(contentsOfFile: desk["opened"], encoding: .utf8)
            #expect(opened.contains("content=\"0;url=\(address)\""))
            #expect(try String(contentsOfFile: desk["mode"], encoding: .utf8) == "600\n")

            try await ada.stop()
            try await ada.start(["--no-web"])
            let none = try await ada.run("web")
            #expect(none.status == 1)
            #expect(none.errors.contains("--no-web"))
            #expect(try await !ada.say("status").contains("Page "))
        }
    }
}

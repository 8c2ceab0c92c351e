import Foundation
import LoopTesting

/// Headless Chromium on a host, driven through chromedriver (W3C WebDriver).
final class Browser {
    private static let port: UInt16 = 9515

    private let holder: Int32
    private let driver: RigProcess
    private var session = ""

    /// Starts it; an empty page is open.
    ///
    /// It takes `names` for names of its own machine, as if a name server had said so.
    init(on host: String, of lan: LAN, mapping names: [String] = []) async throws {
        guard let holder = lan.holders[host] else {
            throw RigError.failed("Looking for \(host)", "No process holds it.")
        }
        self.holder = holder
        self.driver = try lan.start(
            on: host,
            ["chromedriver", "--port=\(Self.port)", "--log-level=SEVERE"]
        )
        try await eventually("an answer of chromedriver on \(host)") {
            guard self.driver.isRunning else {
                throw RigError.failed("chromedriver", self.driver.output + self.driver.errors)
            }
            return (try? self.request("GET", "/status")) != nil  // tidy-ok: it is not up yet.
        }
        var arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--disable-background-networking", "--lang=en",
        ]
        if !names.isEmpty {
            let rules = names.map { "MAP \($0) 127.0.0.1" }.joined(separator: ",")
            arguments.append("--host-resolver-rules=\(rules)")
        }
        let options: [String: Any] = [
            "browserName": "chrome", "goog:chromeOptions": ["args": arguments],
            "goog:loggingPrefs": ["browser": "ALL"],
        ]
        let made = try self.request(
            "POST",
            "/session",
            ["capabilities": ["alwaysMatch": options]]
        )
        self.session = (made as? [String: Any])?["sessionId"] as? String ?? ""
    }

    /// Ends it.
    func quit() throws {
        try self.ask("DELETE", "")
        self.driver.signal(SIGTERM)
    }

    // MARK: What a person does

    func open(_ address: String) throws { try self.ask("POST", "/url", ["url": address]) }

    /// Presses keys, one after the other, wherever the focus is.
    func press(_ keys: String) throws {
        let actions = keys.flatMap { key in
            ["keyDown", "keyUp"].map { ["type": $0, "value": String(key)] }
        }
        let keyboard: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
        try self.ask("POST", "/actions", ["actions": [keyboard]])
    }

    static let tab = "\u{E004}"
    static let enter = "\u{E007}"
    static let escape = "\u{E00C}"
    static let down = "\u{E015}"
    static let end = "\u{E010}"

    /// Goes on by the tabulator key until an element has the focus.
    func tab(to selector: String) throws {
        for _ in 0..<60 {
            let script = "return document.activeElement.matches(arguments[0])"
            if try self.evaluate(script, selector) as? Bool == true { return }
            try self.press(Self.tab)
        }
        throw RigError.failed("Going to \(selector) by keyboard", "It never had the focus.")
    }

    /// Clicks so many CSS pixels to the right of an element's middle, and below it.
    func click(_ selector: String, right: Double = 0, below: Double = 0) throws {
        let script = """
            const element = document.querySelector(arguments[0]);
            element.scrollIntoView({ block: "nearest" });
            const { x, y, width, height } = element.getBoundingClientRect();
            return [x + width / 2, y + height / 2]
            """
        guard let middle = try self.evaluate(script, selector) as? [Double] else {
            throw RigError.failed("Clicking on \(selector)", "It is nowhere.")
        }
        let place = (x: Int(middle[0] + right), y: Int(middle[1] + below))
        let actions: [[String: Any]] = [
            ["type": "pointerMove", "duration": 0, "x": place.x, "y": place.y],
            ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0],
        ]
        let mouse: [String: Any] = ["type": "pointer", "id": "mouse", "actions": actions]
        try self.ask("POST", "/actions", ["actions": [mouse]])
    }

    /// Looks at another tab for as long as `body` takes, so that the page is hidden.
    func lookAway(_ body: () async throws -> Void) async throws {
        let page = try self.ask("GET", "/window") as? String ?? ""
        let other = try self.ask("POST", "/window/new", ["type": "tab"]) as? [String: Any]
        try self.ask("POST", "/window", ["handle": other?["handle"] ?? ""])
        try await body()
        try self.ask("DELETE", "/window")
        try self.ask("POST", "/window", ["handle": page])
    }

    // MARK: What a person sees

    /// The result of a script's `return`.
    @discardableResult
    func evaluate(_ script: String, _ arguments: Any...) throws -> Any? {
        try self.ask("POST", "/execute/sync", ["script": script, "args": arguments])
    }

    /// What an element shows; empty when it is hidden.
    func text(_ selector: String) throws -> String {
        try self.texts(selector).first ?? ""
    }

    /// What all elements show that are not hidden.
    func texts(_ selector: String) throws -> [String] {
        let script = """
            return [...document.querySelectorAll(arguments[0])]
              .filter((e) => e.checkVisibility()).map((e) => e.innerText)
            """
        return try self.evaluate(script, selector) as? [String] ?? []
    }

    /// What the visible elements are called for who hears the page.
    func labels(_ selector: String) throws -> [String] {
        let script = """

            return [...document.querySelectorAll(arguments[0])]
              .filter((e) => e.checkVisibility()).map((e) => e.ariaLabel ?? "")
            """

        return try self.evaluate(script, selector) as? [String] ?? []
    }

    /// Waits until an element shows a text.
    func shows(_ text: String, in selector: String) async throws {
        var shown = ""
        do {
            try await eventually("“\(text)” in \(selector)") {
                shown = try self.text(selector)
                return shown.contains(text)
            }
        } catch RigError.timedOut(let what, let limit) {
            throw RigError.timedOut("\(what); it shows “\(shown)”", limit)
        }
    }

    /// Waits until a script's `return` is true.
    func comes(_ what: String, _ script: String, _ arguments: Any...) async throws {
        try await eventually(what) {
            let body: [String: Any] = ["script": script, "args": arguments]
            return try self.ask("POST", "/execute/sync", body) as? Bool == true
        }
    }

    /// What the browser has complained of: errors of scripts, and what the policy has refused.
    func complaints() throws -> [String] {
        let log = try self.ask("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return log.compactMap { $0["message"] as? String }
    }

    // MARK: What a page is shown on

    /// Sets the window's size in CSS pixels, and whether it is dark.
    func appear(width: Int, height: Int, isDark: Bool) throws {
        try self.command(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600]
        )
        let scheme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        try self.command("Emulation.setEmulatedMedia", ["features": [scheme]])
    }

    /// Takes the network away from the browser, or gives it back.
    func setOffline(_ isOffline: Bool) throws {
        let conditions: [String: Any] = [
            "offline": isOffline, "latency": 0, "download_throughput": -1, "upload_throughput": -1,
        ]
        try self.ask(
            "POST",
            "/chromium/network_conditions",
            ["network_conditions": conditions]
        )
    }

    /// Writes a picture of the whole page into the folder that PACELINE_SCREENSHOTS names, if it
    /// does.
    func keepScreenshot(_ name: String) throws {
        let script = "const { scrollWidth, scrollHeight } = document.documentElement;"
        guard let folder = ProcessInfo.processInfo.environment["PACELINE_SCREENSHOTS"],
            let size = try self.evaluate("\(script) return [scrollWidth, scrollHeight]") as? [Int]
        else { return }
        let clip = ["x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1]
        let taken = try self.command(
            "Page.captureScreenshot",
            ["captureBeyondViewport": true, "clip": clip]
        )
        guard let text = (taken as? [String: Any])?["data"] as? String,
            let picture = Data(base64Encoded: text)
        else { throw RigError.failed("A picture of the page", "\(taken ?? "None came.")") }
        try picture.write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
    }

    // MARK: WebDriver

    /// A command of the DevTools protocol.
    @discardableResult
    private func command(_ name: String, _ parameters: [String: Any]) throws -> Any? {
        try self.ask("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    @discardableResult
    private func ask(_ method: String, _ path: String, _ body: [String: Any] = [:]) throws -> Any? {
        try self.request(method, "/session/\(self.session)\(path)", body)
    }

    @discardableResult
    private func request(
        _ method: String,
        _ path: String,
        _ body: [String: Any] = [:]
    ) throws -> Any? {
        let client = try HostNetwork.connect(to: Self.port, holder: self.holder)
        let sent =
            method == "POST"
            ? String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self) : ""
        client.send(
            """
            \(method) \(path) HTTP/1.1\r
            Host: 127.0.0.1:\(Self.port)\r
            Content-Length: \(sent.utf8.count)\r
            Connection: close\r
            \r
            \(sent)
            """
        )
        let reply = HTTPReply(from: client)
        let document = try JSONSerialization.jsonObject(with: Data(reply.body.utf8))
        let value = (document as? [String: Any])?["value"]
        guard reply.status == 200 else {
            let error = value as? [String: Any]
            throw RigError.failed("\(method) \(path)", error?["message"] as? String ?? reply.body)
        }
        return value is NSNull ? nil : value
    }
}

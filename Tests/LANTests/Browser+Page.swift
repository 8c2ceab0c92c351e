import Foundation
import Testing

extension DaemonHost {
    /// What `paceline web` prints.
    func pageAddress() async throws -> String {
        try await self.say("web", "--print").trimmingCharacters(in: .newlines)
    }
}

extension Household {
    /// Opens a daemon's page in a browser on its machine; `name` is what the daemon is called.
    func page(of daemon: DaemonHost, name: String? = nil) async throws -> Browser {
        let browser = try await Browser(on: daemon.host, of: self.lan, mapping: ["evil.test"])
        try browser.open(try await daemon.pageAddress())
        try await browser.shows("Live", in: "#connection")
        try await browser.shows(name ?? daemon.name, in: "#own-name")
        return browser
    }
}

extension Browser {
    /// Nothing is cut off at any width, in the dark or the light.
    func isWhole(called name: String) throws {
        for (width, height, kind) in [
            (1280, 900, "wide"), (768, 1024, "middle"), (320, 720, "narrow"),
        ] {
            for isDark in [false, true] {
                try self.appear(width: width, height: height, isDark: isDark)
                let script = "const { scrollWidth, clientWidth } = document.documentElement;"
                let excess = try self.evaluate("\(script) return scrollWidth - clientWidth")
                #expect(excess as? Int == 0, "\(name) at \(width)")
                try self.keepScreenshot("\(name)-\(kind)-\(isDark ? "dark" : "light")")
            }
        }
    }

    // MARK: The ride

    /// The mark on the map of the rider whose description begins so.
    static func mark(_ start: String) -> String { "#map .rider[aria-label^=\"\(start)\"]" }

    /// Waits until the map shows a rider whose description begins so.
    func maps(_ start: String) async throws {
        try await self.comes(
            "\(start) on the map",
            "return document.querySelector(arguments[0]) !== null",
            Self.mark(start)
        )
    }

    /// Presses a button of the page by keyboard.
    func pressButton(_ selector: String) throws {
        try self.tab(to: selector)
        try self.press(Self.enter)
    }

    /// Says by the form where this machine's person is, in degrees as somebody types them.
    func placeMe(_ latitude: String, _ longitude: String) throws {
        try self.tab(to: "#here [name=latitude]")
        let script = "document.querySelector('#here').reset()"
        try self.evaluate(script)
        try self.press(latitude + Self.tab + longitude + Self.enter)
    }
}

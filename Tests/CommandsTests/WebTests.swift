import Commands
import Control
import Glibc
import LoopTesting
import Testing

/// `paceline web`.
@Suite struct WebTests {
    private static let address = "http://127.0.0.1:7434/#token=aB-_9"

    private func run(
        _ words: String...,
        hasDisplay: Bool = false,
        url: JSONValue? = nil
    ) throws -> Run {
        let daemon = try FakeDaemon([.web: .success(["url": url ?? .string(Self.address)])])
        defer { daemon.stop() }
        var surroundings = Console.Surroundings()
        surroundings.hasDisplay = hasDisplay
        return Run(["web", "--socket", daemon.path] + words, surroundings: surroundings)
    }

    @Test func `the address is printed, as JSON too`() throws {
        #expect(try self.run().output == "\(Self.address)\n")
        #expect(try self.run("--print", hasDisplay: true).output == "\(Self.address)\n")
        #expect(try self.run("--json").output == #"{"url":"\#(Self.address)"}"# + "\n")
        #expect(try self.run(url: .null).status == 70)
    }
}

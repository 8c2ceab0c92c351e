import Foundation
import Platform
import Testing

/// The environment is the whole process's: one at a time.
@Suite(.serialized) struct SurroundingsTests {
    private func withVariables<Result>(
        _ variables: [String: String?],
        _ body: () throws -> Result
    ) rethrows -> Result {
        let old = variables.keys.map { ($0, Surroundings.variable($0)) }
        func set(_ name: String, _ value: String?) {
            if let value { setenv(name, value, 1) } else { unsetenv(name) }
        }
        for (name, value) in variables { set(name, value) }
        defer { for (name, value) in old { set(name, value) } }
        return try body()
    }

    @Test func `an empty variable is none`() {
        self.withVariables(["PACELINE_TEST": ""]) {
            #expect(Surroundings.variable("PACELINE_TEST") == nil)
        }
        self.withVariables(["PACELINE_TEST": " x"]) {
            #expect(Surroundings.variable("PACELINE_TEST") == " x")
        }
    }

    @Test func `a relative base folder is ignored, as the XDG specification wants it`() {
        self.withVariables(["HOME": "/home/ada", "XDG_STATE_HOME": "relative"]) {
            let folder = Surroundings.folder("XDG_STATE_HOME", below: ".local/state")
            #expect(folder == "/home/ada/.local/state")
        }
        self.withVariables(["HOME": "/home/ada", "XDG_STATE_HOME": "/var/state"]) {
            let folder = Surroundings.folder("XDG_STATE_HOME", below: ".local/state")
            #expect(folder == "/var/state")
        }
    }

    @Test(arguments: [nil, "", "relative"])
    func `without a usable HOME the system's list of users says where home is`(home: String?) {
        self.withVariables(["HOME": home]) {
            #expect(Surroundings.home?.hasPrefix("/") == true)
        }
    }

    @Test func `the host's name is one label`() {
        #expect(!Surroundings.hostName.isEmpty)
        #expect(!Surroundings.hostName.contains("."))
        #expect(ProcessInfo.processInfo.hostName.hasPrefix(Surroundings.hostName))
    }

    @Test func `arguments are those of the process`() throws {
        #expect(try Surroundings.arguments() == Array(CommandLine.arguments.dropFirst()))
    }

    @Test func `the wall clock counts milliseconds since 1970`() {
        let seconds = Date().timeIntervalSince1970
        #expect(abs(Double(Surroundings.wallMilliseconds) / 1_000 - seconds) < 60)
    }
}

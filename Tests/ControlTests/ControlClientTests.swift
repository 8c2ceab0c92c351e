import Control
import EventLoop
import Glibc
import Testing

@Suite struct ControlClientTests {
    @Test func `a call is answered`() throws {
        let server = try RunningServer()
        defer { server.stop() }
        let result = try ControlClient.ask(at: server.path, .connect, ["peer": "böb\u{1}"])
        #expect(result == ["message": "böb\u{1}"])
    }

    @Test func `no daemon is said with what to do, and ends with 69`() {
        let failure = ControlFailure.noDaemon(path: "/tmp/nobody-here.sock")
        #expect(throws: failure) {
            try ControlClient.ask(at: "/tmp/nobody-here.sock", .version)
        }
        #expect(failure.exitStatus == 69)
        #expect(
            failure.description == """
                No Paceline daemon answers at /tmp/nobody-here.sock. Start one with `pacelined`, \
                or name its socket by --socket or PACELINE_SOCKET.
                """
        )
    }

    @Test(arguments: [
        (ControlCode.refused, Int32(1)), (.ambiguous, 64), (.fault, 70), (.invalidParams, 70),
    ])
    func `an error keeps its sentence and has its status`(
        _ code: ControlCode,
        _ status: Int32
    ) throws {
        let server = try RunningServer { server, call in
            server.fail(call, code: code, message: "No.", data: ["candidates": []])
        }
        defer { server.stop() }
        do {
            _ = try ControlClient.ask(at: server.path, .version)
            Issue.record("It was answered.")
        } catch {
            #expect(error.description == "No.")
            #expect(error.exitStatus == status)
        }
    }

    @Test func `a daemon that ends before it answers is lost`() throws {
        let server = try RunningServer { server, _ in server.close() }
        defer { server.stop() }
        #expect(throws: ControlFailure.lost(path: server.path)) {
            try ControlClient.ask(at: server.path, .version)
        }
    }

    @Test func `where the socket is follows one rule`() throws {
        func resolve(
            _ option: String?,
            _ variables: [String: String],
            root: Bool = false
        ) throws -> String {
            try ControlSocketPath.resolve(
                option: option,
                environment: { variables[$0] },
                isRoot: root
            )
        }
        let all = ["PACELINE_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/1"]
        #expect(try resolve("/a", all) == "/a")
        #expect(try resolve(nil, all) == "/b")
        #expect(
            try resolve(nil, ["PACELINE_SOCKET": "", "XDG_RUNTIME_DIR": "/run/user/1"])
                == "/run/user/1/paceline/control.sock"
        )
        #expect(try resolve(nil, [:], root: true) == "/run/paceline/control.sock")
        #expect(throws: ControlError.noPlace) { try resolve(nil, [:]) }
        #expect(throws: ControlError.runtimeFolderRelative(path: "x")) {
            try resolve(nil, ["XDG_RUNTIME_DIR": "x"])
        }
    }
}

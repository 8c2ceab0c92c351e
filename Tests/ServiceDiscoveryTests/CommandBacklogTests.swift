import Testing

@testable import ServiceDiscovery

struct CommandBacklogTests {
    private func request(_ token: UInt64) -> DiscoveryCommand {
        .lookUp(LookUp.Request(token: token, label: "bob", interface: 2))
    }

    @Test func `of an advert's changes the last counts`() throws {
        var backlog = CommandBacklog()
        let first = try ServiceAdvert(label: "a", port: 1, text: TextRecord())
        let second = try ServiceAdvert(label: "b", port: 2, text: TextRecord())
        let text = try TextRecord([("v", [1])])
        backlog.add(.advertise(first))
        backlog.add(.updateText(TextRecord()))
        backlog.add(.withdraw)
        backlog.add(.advertise(second))
        backlog.add(.updateText(TextRecord()))
        backlog.add(.updateText(text))
        #expect(backlog.commands == [.advertise(second), .updateText(text)])
    }

    @Test func `a rebuild and a browse wait once`() {
        var backlog = CommandBacklog()
        for _ in 0..<3 {
            backlog.add(.browse)
            backlog.add(.rebuild)
        }
        #expect(backlog.commands == [.browse, .rebuild])
    }

    @Test func `a look-up that is cancelled while it waits ends once`() {
        var backlog = CommandBacklog()
        backlog.add(self.request(1))
        backlog.add(.cancelLookUp(token: 1))
        #expect(backlog.commands == [])
        #expect(backlog.ended == [.lookUpEnded(token: 1, .cancelled)])
    }

    @Test func `a look-up that runs already is cancelled by the machine, once`() {
        var backlog = CommandBacklog()
        backlog.add(.cancelLookUp(token: 1))
        backlog.add(.cancelLookUp(token: 1))
        #expect(backlog.commands == [.cancelLookUp(token: 1)])
    }

    @Test func `the oldest look-up gives way`() {
        var backlog = CommandBacklog()
        for token in 0...UInt64(LookUpQueue.waitingMaximum) { backlog.add(self.request(token)) }
        #expect(backlog.commands.count == LookUpQueue.waitingMaximum)
        #expect(backlog.commands.first == self.request(1))
        #expect(backlog.ended == [.lookUpEnded(token: 0, .failed(.crowdedOut))])
    }
}

import EventLoop
import LoopTesting
import Testing

@Suite struct NameLookUpTests {
    @Test func `localhost has a loopback address, with the port that was asked for`() throws {
        try RunningLoop.run { loop, done in
            NameLookUp.begin(host: "localhost", port: 7433, on: loop) { outcome in
                guard case .success(let addresses) = outcome else {
                    Issue.record("\(outcome)")
                    return done()
                }
                #expect(!addresses.isEmpty)
                #expect(addresses.allSatisfy { $0.isLoopback && $0.port == 7433 })
                done()
            }
        }
    }

    @Test func `a name that nobody has is an error that says the name`() throws {
        try RunningLoop.run { loop, done in
            NameLookUp.begin(host: "no-such-host.invalid", port: 1, on: loop) { outcome in
                guard case .failure(let error) = outcome else {
                    Issue.record("\(outcome)")
                    return done()
                }
                #expect(error.description.contains("no-such-host.invalid"))
                done()
            }
        }
    }

    @Test func `a loop that ends waits for nothing that a late answer opens`() throws {
        let loop = try Loop()
        let answers = Watched(0)
        loop.post {
            NameLookUp.begin(host: "localhost", port: 1, on: loop) { _ in
                let listener = try? StreamListener(  // tidy-ok: counted if it is there.
                    on: loop,
                    at: .address(.loopback(port: 0))
                ) { $0.close() }
                if listener != nil { answers.change { $0 += 1 } }
            }
            loop.stop()
        }
        RunningLoop(loop).join()
        #expect(answers.value == 1)
    }

    @Test func `a look-up that was cancelled says nothing`() throws {
        try RunningLoop.run { loop, done in
            let first = NameLookUp.begin(host: "localhost", port: 1, on: loop) { outcome in
                Issue.record("cancelled, and yet \(outcome)")
            }
            first.cancel()
            // The pool answers in order of age here: both names are answered from the hosts file.
            NameLookUp.begin(host: "localhost", port: 2, on: loop) { _ in done() }
        }
    }
}

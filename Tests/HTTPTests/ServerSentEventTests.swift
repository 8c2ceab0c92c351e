import Testing

@testable import HTTP

@Suite struct ServerSentEventTests {
    @Test func `an event is laid out as the standard says`() {
        let event = ServerSentEvent(name: "event", id: "a-1", data: "one\ntwo\r\nthree\rfour")
        let text = String(decoding: event.bytes, as: UTF8.self)
        #expect(
            text == "event: event\nid: a-1\ndata: one\ndata: two\ndata: three\ndata: four\n\n"
        )
        #expect(ServerSentEvent(data: "").bytes == Array("data: \n\n".utf8))
    }

    @Test func `a name or an id can't begin another field`() {
        let event = ServerSentEvent(name: "a\ndata: b", id: "1\r\nevent: c\0", data: "d")
        #expect(event.name == "adata: b")
        #expect(event.id == "1event: c")
    }
}

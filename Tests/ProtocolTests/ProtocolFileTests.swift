import Testing

/// The reader of the blocks itself: a check that reads nothing checks nothing.
@Suite struct ProtocolFileTests {
    @Test func `a block is read by its name, without spaces and comments`() throws {
        let file = try ProtocolFile(
            text: "x\n```golden ping\n00 01\nfF # 02\n```\n```json\n{}\n```\nzz\n"
        )
        #expect(try file.bytes(.golden, "ping") == [0, 1, 255])
        #expect(try file.rows(.golden, "ping") == [[0, 1], [255]])
        #expect(file.names(of: .golden) == ["ping"])
        #expect(file.names(of: .value) == [])
    }

    @Test func `a block that is missing, empty, doubled or no bytes is an error`() throws {
        let none = try ProtocolFile(text: "```golden a\n```\n")
        for name in ["a", "b"] {
            #expect(throws: ProtocolFile.Fault.missing("golden \(name)")) {
                try none.bytes(.golden, name)
            }
        }
        #expect(throws: ProtocolFile.Fault.twice("value a")) {
            try ProtocolFile(text: "```value a\n00\n```\n```value a\n00\n```\n")
        }
        for line in ["0", "0g", "00 1"] {
            #expect(throws: ProtocolFile.Fault.notHexadecimal(line)) {
                try ProtocolFile(text: "```value a\n\(line)\n```\n")
            }
        }
    }
}

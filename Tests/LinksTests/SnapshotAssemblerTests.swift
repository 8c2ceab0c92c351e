import Links
import Testing

@Suite struct SnapshotAssemblerTests {
    private static func chunk(
        _ snapshot: UInt64,
        _ index: UInt64,
        last isLast: Bool = false,
        version: UInt64 = 1,
        _ bytes: [UInt8] = [1]
    ) -> SnapshotChunk {
        SnapshotChunk(
            activity: 1,
            snapshot: snapshot,
            version: version,
            index: index,
            isLast: isLast,
            bytes: bytes
        )
    }

    @Test func `chunks in order make a snapshot, and a newer one takes the place of a broken one`()
        throws
    {
        var assembler = SnapshotAssembler()
        #expect(try assembler.arrived(Self.chunk(1, 0)) == nil)
        #expect(assembler.bytesHeld == 1)
        #expect(try assembler.arrived(Self.chunk(2, 0, version: 5, [7])) == nil)
        let snapshot = try assembler.arrived(Self.chunk(2, 1, last: true, version: 5, [8]))
        #expect(snapshot?.body == [7, 8])
        #expect(snapshot?.version == 5)
        #expect(assembler.bytesHeld == 0)
        #expect(throws: SnapshotAssembler.Problem.oldSnapshot(2)) {
            try assembler.arrived(Self.chunk(2, 0))
        }
    }

    @Test func `gaps, repeats and changed versions are refused`() throws {
        var assembler = SnapshotAssembler()
        #expect(throws: SnapshotAssembler.Problem.outOfOrder(expected: 0, found: 1)) {
            try assembler.arrived(Self.chunk(1, 1))
        }
        _ = try assembler.arrived(Self.chunk(1, 0))
        #expect(throws: SnapshotAssembler.Problem.outOfOrder(expected: 1, found: 0)) {
            try assembler.arrived(Self.chunk(1, 0))
        }
        #expect(throws: SnapshotAssembler.Problem.versionChanged) {
            try assembler.arrived(Self.chunk(1, 1, version: 2))
        }
    }

    @Test func `the last number that there is does not trap`() throws {
        var assembler = SnapshotAssembler()
        #expect(try assembler.arrived(Self.chunk(.max, 0, last: true)) != nil)
        #expect(try assembler.arrived(Self.chunk(.max, 0, last: true)) != nil)
    }

    @Test func `a snapshot ends at 8 MiB`() throws {
        var assembler = SnapshotAssembler()
        let piece = [UInt8](repeating: 0, count: SnapshotChunk.bytesMaximum)
        for index in 0..<UInt64(512) { _ = try assembler.arrived(Self.chunk(1, index, piece)) }
        #expect(throws: SnapshotAssembler.Problem.tooLong(bytes: 8 * 1_024 * 1_024 + 1)) {
            try assembler.arrived(Self.chunk(1, 512))
        }
    }
}

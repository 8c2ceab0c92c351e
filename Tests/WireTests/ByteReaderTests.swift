import Testing
import Wire

struct ByteReaderTests {
    @Test func `integers are big-endian both ways`() throws {
        var writer = ByteWriter()
        writer.write(UInt8(0x01))
        writer.write(UInt16(0x0203))
        writer.write(UInt32(0x0405_0607))
        writer.write(UInt64(0x0809_0A0B_0C0D_0E0F))
        writer.write(bytes: [0x10, 0x11])
        #expect(writer.bytes == Array(1...17))

        var reader = ByteReader(writer.bytes)
        #expect(try reader.readUInt8() == 0x01)
        #expect(try reader.readUInt16() == 0x0203)
        #expect(try reader.readUInt32() == 0x0405_0607)
        #expect(try reader.readUInt64() == 0x0809_0A0B_0C0D_0E0F)
        #expect(reader.next == 0x10)
        #expect(try reader.readBytes(2) == [0x10, 0x11])
        #expect(reader.remaining == 0)
        #expect(reader.next == nil)
    }

    @Test func `a read that fails takes nothing and says what is missing`() throws {
        var reader = ByteReader([1, 2, 3])
        #expect(throws: WireError.truncated(needed: 4, present: 3)) { try reader.readUInt32() }
        #expect(throws: WireError.truncated(needed: 8, present: 3)) { try reader.readUInt64() }
        #expect(throws: WireError.truncated(needed: 5, present: 3)) { try reader.readBytes(5) }
        #expect(try reader.readUInt16() == 0x0102)
        #expect(throws: WireError.truncated(needed: 2, present: 1)) { try reader.readUInt16() }
        #expect(try reader.readUInt8() == 3)
        #expect(throws: WireError.truncated(needed: 1, present: 0)) { try reader.readUInt8() }
    }

    @Test func `a writer goes on after what it is given`() {
        var writer = ByteWriter(appendingTo: [9])
        writer.write(bytes: [1, 2, 3][1...])
        #expect(writer.bytes == [9, 2, 3])
    }
}

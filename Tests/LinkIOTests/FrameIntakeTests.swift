import Testing
import Wire

@testable import LinkIO

@Suite struct FrameIntakeTests {
    private var intake = FrameIntake(holdingAfter: Site.hello, limits: LinkTransportLimits())

    private mutating func cut(_ bytes: [UInt8]) -> FrameIntake.Batch {
        self.intake.append(bytes.span.bytes)
        return self.intake.cut(appended: bytes.count, isMidRecord: bytes.isEmpty)
    }

    @Test mutating func `reading pauses when more than a frame of the opening is held`() {
        #expect(self.cut([Frame.hello].encoded).frames == [.hello])
        #expect(!self.intake.isHoldingSome)
        #expect(self.cut([UInt8](repeating: 0, count: 4_096)).frames == [])
        #expect(self.intake.isHoldingSome)
        #expect(!self.intake.isHoldingMuch)
        _ = self.cut([0])
        #expect(self.intake.isHoldingMuch)
    }

    @Test mutating func `a deadline runs while a frame or a record is begun, and not when held`() {
        #expect(self.cut([Frame.control(1)].encoded).deadline == .disarm)
        #expect(self.cut([]).deadline == .keep)
        #expect(self.cut([0, 0]).deadline == .keep)
        #expect(self.cut([0, 2, 1]).deadline == .keep)
        #expect(self.cut([0, 0]).deadline == .restart)
        #expect(self.cut([0, 0, 2, 2, 0]).deadline == .disarm)
        #expect(self.cut([]).deadline == .disarm)
        #expect(self.cut([0, 0]).deadline == .disarm)
        self.intake.open()
        #expect(self.cut([]).deadline == .keep)
    }

    @Test mutating func `64 KiB of a long frame are progress, and one byte less is not`() {
        _ = self.cut([Frame.hello].encoded)
        self.intake.open()
        #expect(self.cut([0, 0x0f, 0, 0]).deadline == .keep)
        #expect(self.cut([UInt8](repeating: 0, count: 65_531)).deadline == .keep)
        #expect(self.cut([0]).deadline == .restart)
        #expect(self.cut([UInt8](repeating: 0, count: 65_535)).deadline == .keep)
    }

    @Test mutating func `good frames before a bad one are cut, and nothing after it`() {
        let batch = self.cut([.control(1), .control(3)].encoded + [0, 0, 0, 0])
        #expect(batch.frames == [.control(1), .control(3)])
        #expect(batch.failure == .frameTooShort(announced: 0))
        #expect(self.intake.isMalformed)
        let after = self.cut([Frame.control(1)].encoded)
        #expect(after.frames == [])
        #expect(after.failure == nil)
    }
}

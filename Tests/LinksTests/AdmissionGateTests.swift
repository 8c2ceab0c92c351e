import Determinism
import Testing

@testable import Links

@Suite struct AdmissionGateTests {
    private static func ipv4(_ number: Int) -> [UInt8] {
        [10, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
    }

    private static func seconds(_ count: Double) -> Moment {
        Moment(sinceStart: .seconds(count))
    }

    @Test func `the ninth from one source pushes its own oldest out`() {
        var gate = AdmissionGate()
        #expect(gate.admit(source: Self.ipv4(2), id: 100, at: .zero) == .admit(evicting: nil))
        for id in 1...8 as ClosedRange<UInt64> {
            let verdict = gate.admit(source: Self.ipv4(1), id: id, at: .zero)
            #expect(verdict == .admit(evicting: nil))
        }
        #expect(gate.admit(source: Self.ipv4(1), id: 9, at: .zero) == .admit(evicting: 1))
        #expect(gate.admit(source: Self.ipv4(1), id: 10, at: .zero) == .admit(evicting: 2))
        #expect(gate.unauthenticatedCount == 9)
    }

    @Test func `who has shown who it is, or is gone, takes no place`() {
        var gate = AdmissionGate()
        for id in 1...8 as ClosedRange<UInt64> {
            _ = gate.admit(source: Self.ipv4(1), id: id, at: .zero)
        }
        gate.authenticated(1)
        gate.closed(2)
        gate.closed(1)
        #expect(gate.unauthenticatedCount == 6)
        #expect(gate.admit(source: Self.ipv4(1), id: 9, at: .zero) == .admit(evicting: nil))
        #expect(gate.admit(source: Self.ipv4(1), id: 10, at: .zero) == .admit(evicting: nil))
        let later = Self.seconds(1)
        #expect(gate.admit(source: Self.ipv4(1), id: 11, at: later) == .admit(evicting: 3))
    }

    @Test func `the sixty-fifth pushes out the oldest of the source that has the most`() {
        var gate = AdmissionGate()
        for number in 0..<62 {
            _ = gate.admit(source: Self.ipv4(number), id: UInt64(number), at: .zero)
        }
        _ = gate.admit(source: Self.ipv4(900), id: 900, at: .zero)
        _ = gate.admit(source: Self.ipv4(900), id: 901, at: .zero)
        #expect(gate.unauthenticatedCount == 64)
        #expect(gate.admit(source: Self.ipv4(70), id: 70, at: .zero) == .admit(evicting: 900))
        // Now all have one each, and the oldest of all gives way.
        #expect(gate.admit(source: Self.ipv4(71), id: 71, at: .zero) == .admit(evicting: 0))
        #expect(gate.unauthenticatedCount == 64)
    }

    @Test func `ten handshakes at once, then one each tenth of a second`() {
        var gate = AdmissionGate()
        var admitted: [Double] = []
        for step in 0..<200 {
            let time = Double(step) / 100
            let verdict = gate.admit(
                source: Self.ipv4(1),
                id: UInt64(step),
                at: Self.seconds(time)
            )
            switch verdict {
            case .admit: admitted.append(time)
            case .refuse(let refusal):
                #expect(refusal == .tooMany(perSecond: 10))
                #expect(
                    refusal.description == "The address began more than 10 handshakes in a second."
                )
            }
        }
        // The bucket's ten, and 19 drops by 1.99 s.
        #expect(admitted.count == 29)
        #expect(
            admitted.prefix(11) == [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1]
        )
        #expect(gate.admit(source: Self.ipv4(2), id: 999, at: .zero) == .admit(evicting: nil))
    }

    @Test func `a refused connection pushes nobody out`() {
        var gate = AdmissionGate()
        for id in 0..<10 as Range<UInt64> {
            _ = gate.admit(source: Self.ipv4(1), id: id, at: .zero)
        }
        let before = gate
        let verdict = gate.admit(source: Self.ipv4(1), id: 10, at: .zero)
        #expect(verdict == .refuse(.tooMany(perSecond: 10)))
        #expect(gate == before)
    }

    @Test func `IPv6 counts by its whole address, mapped as IPv4`() {
        func ipv6(_ first: UInt8, _ second: UInt8, last: UInt8) -> [UInt8] {
            [first, second] + [UInt8](repeating: 0, count: 13) + [last]
        }
        var gate = AdmissionGate()
        for last in 1...20 as ClosedRange<UInt8> {
            let verdict = gate.admit(
                source: ipv6(0xfd, 1, last: last),
                id: UInt64(last),
                at: .zero
            )
            #expect(verdict == .admit(evicting: nil))
        }
        for last in 1...20 as ClosedRange<UInt8> {
            let verdict = gate.admit(
                source: ipv6(0xfe, 0x80, last: last),
                id: 100 + UInt64(last),
                at: .zero
            )
            #expect(verdict == .admit(evicting: nil))
        }
        let mapped = [UInt8](repeating: 0, count: 10) + [255, 255] + Self.ipv4(1)
        for id in 200..<208 as Range<UInt64> {
            _ = gate.admit(source: id % 2 == 0 ? mapped : Self.ipv4(1), id: id, at: .zero)
        }
        #expect(gate.admit(source: mapped, id: 208, at: .zero) == .admit(evicting: 200))
    }

    @Test func `three thousand sources leave a bounded table, and newcomers get in`() {
        var gate = AdmissionGate()
        for number in 0..<3_000 {
            let verdict = gate.admit(
                source: Self.ipv4(number),
                id: UInt64(number),
                at: Moment(nanoseconds: Int64(number) * 1_000)
            )
            guard case .admit = verdict else {
                Issue.record("Source \(number) was refused.")
                return
            }
        }
        #expect(gate.sourcesCount <= AdmissionGate.sourcesMaximum)
        #expect(gate.unauthenticatedCount == AdmissionGate.unauthenticatedMaximum)
    }
}

import Cycling
import Determinism
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing
import Wire

/// What is said of riders beside their states.
@Suite struct RideMessageTests {
    private typealias Samples = SharingSamples

    private static let riders = [
        RiderIntroduction(number: 0, kind: .person, name: Samples.name("ada")),
        RiderIntroduction(number: 1, kind: .simulant, name: Samples.name("Waldo")),
    ]

    /// A message of each kind, with all that it may carry.
    private static func messages() throws -> [RideMessage] {
        [
            .introduction(version: 1, Self.riders),
            .route(version: 2, try Samples.loop()),
            .route(version: 3, nil),
            .helpArrived(rider: 0, count: 1, at: place(37.33182, -122.03118)),
            .fixed(rider: 1, count: 2, by: RiderID(owner: Samples.bob, number: 0)),
            .snapshot(version: 3, Self.riders, try Samples.loop()),
            .snapshot(version: 3, [], nil),
        ]
    }

    @Test func `each message comes back from its bytes`() throws {
        for message in try Self.messages() {
            #expect(try RideMessage.decode(message.encoded) == message)
        }
        #expect(Set(try Self.messages().map(\.kind)) == Set(RideMessage.Kind.allCases))
    }

    @Test func `every truncated prefix is refused, and a byte behind too`() throws {
        for message in try Self.messages() {
            let bytes = message.encoded
            for count in 0..<bytes.count {
                let prefix = Array(bytes[..<count])
                #expect((try? RideMessage.decode(prefix)) == nil, "\(message.kind), \(count)")
            }
            #expect(throws: WireError.self) { try RideMessage.decode(bytes + [0]) }
        }
    }

    @Test func `no changed byte crashes, and what is taken is a message`() throws {
        for message in try Self.messages() {
            let bytes = Array(message.encoded)
            for index in bytes.indices.prefix(400) {
                for bit in 0..<8 {
                    var changed = bytes
                    changed[index] ^= 1 << UInt8(bit)
                    guard let read = try? RideMessage.decode(changed) else { continue }
                    // Not the same bytes: a key may have become a negative one, and is ignored.
                    #expect(try RideMessage.decode(read.encoded) == read)
                }
            }
        }
    }

    @Test func `a negative key is ignored, and one of another kind refused`() throws {
        func fixed(_ more: (inout CBORMapWriter) -> Void) -> [UInt8] {
            var writer = CBORWriter()
            writer.writeMap { map in
                map.set(key: 0, unsigned: 3)
                map.set(key: 4, unsigned: 7)
                map.set(key: 5, unsigned: 1)
                map.set(key: 6, bytes: [0, 0, 0, 0, 0, 0, 0, 0])
                more(&map)
            }
            return writer.bytes
        }
        let plain = RideMessage.helpArrived(rider: 7, count: 1, at: place(0, 0))
        #expect(try RideMessage.decode(fixed { _ in }) == plain)
        #expect(try RideMessage.decode(fixed { $0.set(key: -1, text: "later") }) == plain)
        #expect(throws: WireError.unknownKey(8)) {
            try RideMessage.decode(fixed { $0.set(key: 8, unsigned: 1) })
        }
        #expect(throws: WireError.unknownKey(9)) {
            try RideMessage.decode(fixed { $0.set(key: 9, unsigned: 1) })
        }
    }

    // MARK: Bad values

    private static func message(_ kind: UInt64, _ rest: (inout CBORMapWriter) -> Void) -> [UInt8] {
        var writer = CBORWriter()
        writer.writeMap { map in
            map.set(key: 0, unsigned: kind)
            rest(&map)
        }
        return writer.bytes
    }

    @Test func `kinds, counts, places and names out of range are refused`() {
        let refused: [[UInt8]] = [
            Self.message(0) { _ in },
            Self.message(6) { _ in },
            // Version 0, and one above 2^53.
            Self.message(2) { $0.set(key: 1, unsigned: 0) },
            Self.message(2) { $0.set(key: 1, unsigned: 1 << 53 + 1) },
            // Latitude 91 and longitude 200.
            Self.message(3) { map in
                map.set(key: 4, unsigned: 1)
                map.set(key: 5, unsigned: 1)
                map.set(key: 6, bytes: [0x36, 0x3D, 0x5B, 0x80, 0, 0, 0, 0])
            },
            Self.message(3) { map in
                map.set(key: 4, unsigned: 1)
                map.set(key: 5, unsigned: 1)
                map.set(key: 6, bytes: [0, 0, 0, 0, 0x77, 0x35, 0x94, 0])
            },
            // A rider number of more than 32 bits.
            Self.message(3) { map in
                map.set(key: 4, unsigned: 1 << 32)
                map.set(key: 5, unsigned: 1)
                map.set(key: 6, bytes: [0, 0, 0, 0, 0, 0, 0, 0])
            },
        ]
        for bytes in refused {
            #expect(throws: WireError.self) { try RideMessage.decode(bytes) }
        }
    }

    @Test func `introductions ascend, have names that may be shown, and are 1,024 at most`() {
        func introduction(_ numbers: [UInt64], name: String = "x", kind: UInt64 = 2) -> [UInt8] {
            Self.message(1) { map in
                map.set(key: 1, unsigned: 1)
                map.set(key: 2) { writer in
                    writer.writeArrayHead(numbers.count)
                    for number in numbers {
                        writer.writeMap { map in
                            map.set(key: 1, unsigned: number)
                            map.set(key: 2, unsigned: kind)
                            map.set(key: 3, text: name)
                        }
                    }
                }
            }
        }
        #expect(throws: Never.self) {
            try RideMessage.decode(introduction(Array(0..<1_024), name: "ж"))
        }
        for bytes in [
            introduction(Array(0..<1_025)), introduction([1, 1]), introduction([2, 1]),
            introduction([1], kind: 3), introduction([1], name: ""),
            introduction([1], name: "\u{1B}[2J"), introduction([1], name: "<b>\n"),
            introduction([1], name: String(repeating: "a", count: 64)), introduction([1 << 32]),
        ] {
            #expect(throws: WireError.self) { try RideMessage.decode(bytes) }
        }
    }

    @Test func `the largest snapshot fits the body of an activity message`() throws {
        let name = Samples.name(String(repeating: "n", count: DisplayName.bytesMaximum))
        let riders = (0..<1_024).map { index in
            RiderIntroduction(number: UInt32.max - 1_023 + index, kind: .simulant, name: name)
        }
        // Steps that take all ten bytes.
        let points = (0..<4_096).map { index in
            place(index.isMultiple(of: 2) ? 89 : -89, index.isMultiple(of: 2) ? 80 : -80)
        }
        let route = try RideRoute(name: name, Route([points]))
        let bytes = RideMessage.snapshot(version: 1 << 53, riders, route).encoded
        #expect(bytes.count > 110_000 && bytes.count < 128_000)
        #expect(try RideMessage.decode(bytes).encoded == bytes)
    }
}

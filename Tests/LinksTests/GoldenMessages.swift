import Links
import Peers

/// One of each message with the bytes of its whole frame, as Protocol.md shows them.
enum GoldenMessages {
    struct Golden: Sendable {
        let name: String
        let message: LinkMessage
        let hexadecimal: String
    }

    static let all: [Golden] = [
        Golden(
            name: "prove in the lobby",
            message: .prove(Prove(proof: [])),
            hexadecimal: "000000050100a10140"
        ),
        Golden(
            name: "prove in a group",
            message: .prove(Prove(proof: [UInt8](repeating: 0xAB, count: 32))),
            hexadecimal: "000000260100a1015820abababababababababababababababababababababababababab"
                + "abababababab"
        ),
        Golden(
            name: "hello",
            message: .hello(Samples.hello()),
            hexadecimal: "000000250200a60100020003636164610450070707070707070707070707070707070581"
                + "0106191d09"
        ),
        Golden(
            name: "hello that holds election 4",
            message: .hello(Samples.hello(held: 4)),
            hexadecimal: "000000270200a70100020003636164610450070707070707070707070707070707070581"
                + "0106191d090704"
        ),
        Golden(
            name: "elect",
            message: .elect(5),
            hexadecimal: "000000050300a10105"
        ),
        Golden(
            name: "ping",
            message: .ping(1),
            hexadecimal: "000000050400a10101"
        ),
        Golden(
            name: "pong",
            message: .pong(1),
            hexadecimal: "000000050500a10101"
        ),
        Golden(
            name: "goodbye",
            message: .goodbye(Goodbye(reason: .leaving)),
            hexadecimal: "000000070600a201010200"
        ),
        Golden(
            name: "goodbye with a wait",
            message: .goodbye(Goodbye(reason: .full, retryAfter: .seconds(30))),
            hexadecimal: "000000090600a2010a02197530"
        ),
        Golden(
            name: "ack",
            message: .ack(32),
            hexadecimal: "000000060700a1011820"
        ),
        Golden(
            name: "credit",
            message: .credit(65_536),
            hexadecimal: "000000090800a1011a00010000"
        ),
        Golden(
            name: "members",
            message: .members([MemberHint(peer: Samples.peer(3), endpoints: [Samples.endpoint])]),
            hexadecimal: "0000003c09010000000000000001a10181a2015820030303030303030303030303030303"
                + "0303030303030303030303030303030303028182440a4d0002191d09"
        ),
        Golden(
            name: "members of one that has left",
            message: .members([MemberHint(peer: Samples.peer(3), endpoints: [])]),
            hexadecimal: "0000003309010000000000000001a10181a2015820030303030303030303030303030303"
                + "03030303030303030303030303030303030280"
        ),
        Golden(
            name: "profile",
            message: .profile(Profile(name: Samples.name("bob"), activities: [1])),
            hexadecimal: "000000130a010000000000000001a20163626f62028101"
        ),
        Golden(
            name: "activity",
            message: Samples.activity([0xA0]),
            hexadecimal: "000000350b010000000000000001a4010102582002020202020202020202020202020202"
                + "0202020202020202020202020202020203010441a0"
        ),
        Golden(
            name: "chunk",
            message: .chunk(
                SnapshotChunk(
                    activity: 1,
                    snapshot: 1,
                    version: 3,
                    index: 0,
                    isLast: true,
                    bytes: [1, 2, 3]
                )
            ),
            hexadecimal: "000000120c03a6010102010303040005f50643010203"
        ),
        Golden(
            name: "state",
            message: .state(Samples.state(1, version: 1_500, [0])),
            hexadecimal: "0000000e0d02a401020201031905dc044100"
        ),
        Golden(
            name: "removal",
            message: .removal(StateRemoval(key: Samples.key(1), version: 1_500)),
            hexadecimal: "000000130e010000000000000001a301020201031905dc"
        ),
    ]

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.utf8.count == 1 ? "0" + text : text
        }.joined()
    }
}

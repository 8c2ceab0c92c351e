import Determinism
import Geodesy
import GeodesyTesting
import Peers
import Routes
import Testing

@testable import Cycling

/// What many tests of the riders need.
enum Samples {
    static let me = Samples.peer(1)
    static let ada = Samples.name("Ada")
    /// The tutorial's own place, where ride.md 5.2 has its vectors.
    static let cupertino = place(37.33182, -122.03118)
    static let wall = WallTime(milliseconds: 1_764_500_000_000)

    static func peer(_ byte: UInt8) -> PeerID {
        guard let id = PeerID([UInt8](repeating: byte, count: 32)) else {
            preconditionFailure("32 bytes are an id.")
        }
        return id
    }

    static func name(_ text: String) -> DisplayName {
        do {
            return try DisplayName(text)
        } catch {
            preconditionFailure("\(text): \(error)")
        }
    }

    /// A round of a kilometre along four sides, or without the last of them.
    static func square(isClosed: Bool = true) throws -> Route {
        let corners = [(0.0, 0.0), (0, 0.00225), (0.00225, 0.00225), (0.00225, 0)]
        return try Route([corners.map { place($0.0, $0.1) }], isClosed: isClosed)
    }

    static func world(
        simulants: Int,
        dice: DiceMode = .tutorial,
        seed: UInt64 = 7,
        on route: Route? = nil
    ) throws -> RiderWorld {
        RiderWorld(
            owner: self.me,
            name: self.ada,
            route: try route ?? self.square(),
            seed: seed,
            dice: dice,
            simulants: simulants
        )
    }

    static func riders(
        simulants: Int = 0,
        dice: DiceMode = .party,
        on route: Route? = nil
    ) throws -> OwnRiders {
        OwnRiders(
            me: self.me,
            name: self.ada,
            route: try route ?? self.square(),
            seed: 7,
            simulants: simulants,
            dice: dice
        )
    }

    /// Another machine's rider.
    static func sighting(
        _ status: RiderStatus,
        number: UInt32 = 0,
        of owner: UInt8 = 9,
        at coordinate: Coordinate,
        speed: Double = 0
    ) -> RiderSighting {
        let label = RiderLabel(
            id: RiderID(owner: self.peer(owner), number: number),
            name: self.name("Bob \(number)")
        )
        return RiderSighting(label, status: status, coordinate: coordinate, speed: speed)
    }
}

extension RiderWorld {
    /// Lets seconds pass, and returns what happened.
    mutating func run(
        _ seconds: Int,
        in surroundings: Surroundings = Surroundings()
    ) -> [RiderEvent] {
        for _ in 0..<seconds { self.step(in: surroundings) }
        return self.takeEvents()
    }
}

extension OwnRiders {
    private static let token = CommandTokens.one

    /// Gives a command at a moment, and returns the reply.
    mutating func command(_ command: RideCommand, at now: Moment = .zero) -> RideReply? {
        for case .reply(_, let reply) in self.effects(of: .command(command, Self.token), at: now) {
            return reply
        }
        return nil
    }

    mutating func effects(of input: RideInput, at now: Moment) -> [RideEffect] {
        self.handle(input, at: now, wall: Samples.wall.advanced(by: now.sinceStart))
    }

    /// Ticks at that rate for so many seconds, beginning after `from`; returns what is logged.
    mutating func events(
        perSecond rate: Int,
        seconds: Int,
        from start: Int = 0,
        others: [RiderSighting] = []
    ) -> [RiderEvent] {
        (1...(seconds * rate)).flatMap { tick -> [RiderEvent] in
            let nanoseconds =
                Int64(start) * 1_000_000_000 + Int64(tick) * 1_000_000_000 / Int64(rate)
            let now = Moment(nanoseconds: nanoseconds)
            return self.effects(of: .tick(others: others), at: now).compactMap { effect in
                if case .logged(let entry) = effect { entry.event } else { nil }
            }
        }
    }
}

extension Moment {
    static func seconds(_ seconds: Double) -> Moment { Moment(sinceStart: .seconds(seconds)) }
}

import Cycling
import Geodesy
import Glibc
import Peers
import Routes

/// A world of simulants, stepped as fast as it goes.
struct Stepping {
    let riders: Int
    let seconds: Int
    let mode: DiceMode

    static func mode(_ word: String) -> DiceMode? { DiceMode.allCases.first { $0.word == word } }

    static func refuse(_ sentence: String) -> Never {
        print(sentence)
        exit(64)
    }

    func run() throws {
        let anchor = try Coordinate(latitude: 37.33182, longitude: -122.03118)
        guard let owner = PeerID([UInt8](repeating: 7, count: PeerID.byteCount)) else {
            preconditionFailure("An id has \(PeerID.byteCount) bytes.")
        }
        var world = RiderWorld(
            owner: owner,
            name: try DisplayName("bench"),
            route: try SyntheticCityLoop(around: anchor).route(),
            seed: 42,
            dice: self.mode,
            simulants: self.riders
        )
        var events = world.takeEvents().count
        // Warm: the first minute is not the usual one, as all have started at once.
        for _ in 0..<60 {
            world.step()
            events += world.takeEvents().count
        }
        let before = Self.processorNanoseconds
        var slowest: UInt64 = 0
        for _ in 0..<self.seconds {
            let began = Self.processorNanoseconds
            world.step()
            events += world.takeEvents().count
            slowest = max(slowest, Self.processorNanoseconds - began)
        }
        let spent = Self.processorNanoseconds - before
        let each = Double(spent) / Double(self.riders) / Double(self.seconds)
        let population = world.population.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.key.word) \($0.value)" }
        print(
            "\(self.riders) simulants, \(self.mode.word), \(self.seconds) s:",
            "\(Self.tenths(Double(spent) / Double(self.seconds) / 1e6)) ms of a processor a second",
            "(at most \(Self.tenths(Double(slowest) / 1e6))), \(Self.tenths(each)) ns a rider;",
            "\(events) events; \(population.joined(separator: ", "))"
        )
    }

    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    /// What this process has had of a processor.
    private static var processorNanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

import Determinism
import Gameplay
import Testing

@testable import Cycling

/// The machine of a rider: edges, times and dice of ride.md 2.1.
@Suite struct RiderStateTests {
    private typealias Machine = StateMachine<RiderState>

    private func context(_ dice: DiceMode = .tutorial, seed: UInt64 = 1) -> RiderContext {
        var source = SeededGenerator(seed: seed)
        let temperament = Temperament(using: &source)
        return RiderContext(
            isSimulated: true,
            temperament: temperament,
            source: source,
            dice: Dice(dice)
        )
    }

    private func machine(in state: RiderState, _ context: inout RiderContext) -> Machine {
        var machine = Machine()
        machine.enter(state, context: &context)
        context.notes = []
        return machine
    }

    private let states: [RiderState] = [
        .riding(.outward, seconds: 0), .riding(.back, seconds: 0), .breather(seconds: 0),
        .flat(Puncture(resuming: .outward)), .helpin(HelpStop(resume: .breather)),
        .helpin(HelpStop(resume: .flat(Puncture(resuming: .back)))),
    ]

    @Test func `the legal edges are the tutorial's and those of Helpin', and no others`() {
        let legal: [[RiderStatus]] = [
            [.breather, .flat, .helpin], [.breather, .flat, .helpin],
            [.cruisin, .returnin, .helpin], [.cruisin, .returnin, .helpin],
            [.cruisin, .returnin, .breather], [.flat],
        ]
        for (state, allowed) in zip(self.states, legal) {
            #expect(RiderStatus.allCases.filter { state.isValidNextState($0) } == allowed)
        }
    }

    @Test func `no state leads to itself`() {
        for state in self.states { #expect(!state.isValidNextState(state.kind)) }
    }

    @Test func `every status has one state, one word and one title of its own`() {
        #expect(Set(self.states.map(\.kind)) == Set(RiderStatus.allCases))
        #expect(Set(RiderStatus.allCases.map(\.word)).count == 5)
        #expect(
            RiderStatus.allCases.map(\.title)
                == ["Cruisin'", "Returnin'", "Breather", "Flat!", "Helpin'"]
        )
    }

    @Test func `a refused edge is noted, and calls no hook`() {
        var context = self.context()
        var machine = self.machine(in: .riding(.outward, seconds: 3), &context)
        context.enter(.riding(.back, seconds: 0), &machine)
        #expect(context.notes == [.refused(from: .cruisin, to: .returnin)])
        #expect(machine.currentState == .riding(.outward, seconds: 3))
    }

    @Test func `leaving is noted before entering`() {
        var context = self.context()
        var machine = self.machine(in: .riding(.back, seconds: 3), &context)
        context.enter(.breather(seconds: 0), &machine)
        #expect(context.notes == [.leaving(.returnin), .entering(.breather)])
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `a timed state lasts inertia, extra time and one update, from 5 to 25`(seed: UInt64) {
        var context = self.context(seed: seed)
        let start = context.temperament
        var machine = self.machine(in: .breather(seconds: 0), &context)
        var updates = 0
        while machine.currentState?.kind == .breather, updates < 100 {
            machine.update(deltaTime: 1, context: &context)
            updates += 1
        }
        #expect(updates == start.patience(in: .breather) + 1)
        #expect((5...25).contains(updates))
        // For life, under the tutorial's dice.
        #expect(context.temperament == start)
    }

    @Test(arguments: [RideDirection.outward, .back])
    func `riding ends in a breather after its time, or in a flat before`(direction: RideDirection) {
        var ends: [RiderStatus: Int] = [:]
        for seed in 1...2_000 as ClosedRange<UInt64> {
            var context = self.context(seed: seed)
            let limit = context.temperament.patience(in: direction.status) + 1
            var machine = self.machine(in: .riding(direction, seconds: 0), &context)
            var updates = 0
            while machine.currentState?.kind == direction.status {
                machine.update(deltaTime: 1, context: &context)
                updates += 1
            }
            let end = machine.currentState?.kind ?? .helpin
            ends[end, default: 0] += 1
            #expect(end == .breather ? updates == limit : updates <= limit)
        }
        // ride.md 2.3: 52.2 % of stints end in a flat; 3 deviations of 2,000 are 3.4 %.
        #expect(ends.keys.sorted { $0.rawValue < $1.rawValue } == [.breather, .flat])
        #expect(abs(Double(ends[.flat] ?? 0) / 2_000 - 0.522) < 0.034)
    }

    @Test func `one update of riding in twenty is a flat, and none at a breather`() {
        var context = self.context()
        var flats = 0
        for _ in 0..<40_000 {
            var machine = self.machine(in: .riding(.outward, seconds: 0), &context)
            machine.update(deltaTime: 1, context: &context)
            if machine.currentState?.kind == .flat { flats += 1 }
        }
        #expect(abs(Double(flats) - 2_000) < 3 * (40_000 * 0.05 * 0.95).squareRoot())
    }

    @Test func `a breather leads both ways alike`() {
        var context = self.context()
        var outward = 0
        for _ in 0..<10_000 {
            var machine = self.machine(in: .breather(seconds: 1_000), &context)
            machine.update(deltaTime: 1, context: &context)
            if machine.currentState?.kind == .cruisin { outward += 1 }
        }
        #expect(abs(outward - 5_000) < 150)
    }

    @Test func `who has a flat rolls a hundred, once in a hundred updates, and rides on`() {
        var context = self.context()
        var repaired = 0
        for _ in 0..<50_000 {
            var machine = self.machine(in: .flat(Puncture(resuming: .back)), &context)
            context.notes = []
            machine.update(deltaTime: 1, context: &context)
            guard machine.currentState?.kind != .flat else { continue }
            repaired += 1
            #expect(machine.currentState == .riding(.back, seconds: 0))
            #expect(
                context.notes == [
                    .rolled(100), .fixed(by: nil), .leaving(.flat), .entering(.returnin),
                ]
            )
        }
        #expect(abs(Double(repaired) - 500) < 3 * (50_000 * 0.01 * 0.99).squareRoot())
    }

    @Test func `a flat that is the first state of all leads to Cruisin'`() {
        var context = self.context()
        var machine = Machine()
        var puncture = Puncture(resuming: .outward)
        puncture.work(by: Samples.sighting(.helpin, at: Samples.cupertino).rider, of: 1)
        machine.enter(.flat(puncture), context: &context)
        machine.update(deltaTime: 1, context: &context)
        #expect(machine.currentState == .riding(.outward, seconds: 0))
    }

    @Test func `a new flat knows nothing of help that an old one had`() {
        var context = self.context()
        context.helper = Samples.sighting(.helpin, at: Samples.cupertino).rider
        var machine = self.machine(in: .flat(Puncture(resuming: .outward)), &context)
        machine.update(deltaTime: 1, context: &context)
        #expect(machine.currentState?.kind == .cruisin)
        context.helper = nil
        context.enter(.flat(Puncture(resuming: .outward)), &machine)
        machine.update(deltaTime: 1, context: &context)
        #expect(machine.currentState == .flat(Puncture(resuming: .outward)))
    }

    @Test func `a person's machine moves by no dice`() {
        var context = self.context()
        context.isSimulated = false
        for state in self.states {
            var machine = self.machine(in: state, &context)
            for _ in 0..<500 { machine.update(deltaTime: 1, context: &context) }
            #expect(machine.currentState == state)
        }
    }

    @Test func `a party's riders draw their extra time anew on each entry`() {
        var context = self.context(.party)
        var machine = self.machine(in: .breather(seconds: 0), &context)
        var seen: Set<Int> = []
        for _ in 0..<60 {
            context.enter(.riding(.outward, seconds: 0), &machine)
            seen.insert(context.temperament.patience(in: .cruisin) - context.temperament.inertia)
            context.enter(.breather(seconds: 0), &machine)
        }
        #expect(seen == [1, 2, 3, 4, 5, 6])
    }

    @Test func `inertia is 3 to 18 about 10.5, extra times are dice, and speeds are a bicycle's`() {
        var source = SeededGenerator(seed: 3)
        let riders = (0..<20_000).map { _ in Temperament(using: &source) }
        let mean = Double(riders.reduce(0) { $0 + $1.inertia }) / 20_000
        #expect(abs(mean - 10.5) < 0.06)
        #expect(riders.map(\.inertia).min() == 3 && riders.map(\.inertia).max() == 18)
        // ride.md 1.4: P(3) = 0.0012, where three dice have 0.0046.
        #expect((8...44).contains(riders.count { $0.inertia == 3 }))
        for status in [RiderStatus.cruisin, .returnin, .breather] {
            let extra = Set(riders.map { $0.patience(in: status) - $0.inertia })
            #expect(extra == [1, 2, 3, 4, 5, 6])
        }
        #expect(riders.allSatisfy { (4.2...9.2).contains($0.speed) })
        #expect(Set(riders.map(\.speed)).count > 3_000)
    }
}

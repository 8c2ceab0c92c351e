import Determinism
import Geodesy
import Peers
import Routes

extension OwnRiders {
    /// Does what a person asked for.
    mutating func commanded(_ command: RideCommand) -> RideReply {
        switch command {
        case .here(let latitude, let longitude): self.place(latitude, longitude)
        case .ride(let replay): self.ride(replay)
        case .satellites: self.useSatellites()
        case .away: self.leaveMap()
        case .status(let status): self.setStatus(status)
        case .simulants(let count): self.setSimulants(count)
        case .addSimulant: self.setSimulants(self.world.simulants.count + 1)
        case .removeSimulant: self.removeSimulant()
        case .addZone(let name, let latitude, let longitude, let radius, let randomBytes):
            self.addZone { () throws(PrivacyZone.Fault) in
                try PrivacyZone(
                    name: name,
                    latitude: latitude,
                    longitude: longitude,
                    radius: radius,
                    randomBytes: randomBytes
                )
            }
        case .removeZone(let name): self.removeZone(name)
        case .precision(let metres): self.setPrecision(metres)
        case .invisible(let isOn): self.setInvisible(isOn)
        case .dice(let mode): self.setDice(mode)
        }
    }

    // MARK: Where

    private mutating func place(_ latitude: Double, _ longitude: Double) -> RideReply {
        do {
            self.source = .placed(try Coordinate(latitude: latitude, longitude: longitude))
            self.isOnRoute = false
            self.changePerson()
            return .done("You are at \(latitude), \(longitude).")
        } catch {
            return .refused(error.description)
        }
    }

    private mutating func ride(_ replay: RouteReplay) -> RideReply {
        self.source = .replay(replay)
        self.isOnRoute = replay.route == self.world.route
        self.changePerson()
        let kilometresPerHour = RouteReplay.kilometresPerHour(replay.speed)
        let pace = replay.isTimed ? "in the times of the file" : "at \(kilometresPerHour) km/h"
        let start = "You ride a route of \(Int(replay.route.metres.rounded())) m \(pace)."
        guard self.personDirection == nil else { return .done(start) }
        return .done("\(start) You are \(self.world.personStatus.title), so it waits for you.")
    }

    private mutating func useSatellites() -> RideReply {
        guard self.sourceKind != .satellites else {
            return .done("Your positions come from satellites already.")
        }
        self.source = .satellites(SatelliteReceiver())
        self.isOnRoute = false
        self.changePerson()
        return .done("Your positions come from satellites, as soon as there is a fix.")
    }

    private mutating func leaveMap() -> RideReply {
        guard self.sourceKind != .none else { return .done("You are off the map already.") }
        self.source = .none
        self.isOnRoute = false
        self.changePerson()
        return .done("You are off the map.")
    }

    private mutating func changePerson() { self.effects.append(.changed(self.person.id)) }

    // MARK: What

    private mutating func setStatus(_ status: RiderStatus) -> RideReply {
        let before = self.world.personStatus
        guard before != status else { return .done("You are \(status.title) already.") }
        guard self.world.setPerson(status) else {
            let ways = RiderStatus.allCases.filter { self.world.canSetPerson($0) }.map(\.title)
            return .refused(
                "From \(before.title) you can't go to \(status.title); what follows it is"
                    + " \(ways.joined(separator: " or "))."
            )
        }
        return .done("You are \(status.title) now.")
    }

    // MARK: Simulants

    private mutating func setSimulants(_ count: Int) -> RideReply {
        guard (0...OwnRiderLimits.simulantsMaximum).contains(count) else {
            return .refused(
                "There can be 0 to \(OwnRiderLimits.simulantsMaximum) simulants on a machine, not"
                    + " \(count)."
            )
        }
        self.world.setSimulants(count)
        return .done(count == 1 ? "1 simulant rides here." : "\(count) simulants ride here.")
    }

    private mutating func removeSimulant() -> RideReply {
        guard !self.world.simulants.isEmpty else {
            return .refused("No simulant rides here, so none can be removed.")
        }
        return self.setSimulants(self.world.simulants.count - 1)
    }

    private mutating func setDice(_ mode: DiceMode) -> RideReply {
        self.world.dice = Dice(mode)
        return .done("The simulants roll the dice of the \(mode.word).")
    }

    // MARK: Privacy

    private mutating func addZone(
        _ make: () throws(PrivacyZone.Fault) -> PrivacyZone
    ) -> RideReply {
        do {
            let zone = try make()
            guard !self.privacy.zones.contains(where: { $0.name == zone.name }) else {
                return .refused("There is a zone \(zone.name) already; remove it first.")
            }
            guard self.privacy.zones.count < RidePrivacy.zonesMaximum else {
                return .refused(
                    "There are \(RidePrivacy.zonesMaximum) zones, the most there can be."
                )
            }
            self.privacy.zones.append(zone)
            self.changePerson()
            return .done(
                "Nothing of you leaves this machine within \(Int(zone.radius)) m of"
                    + " \(zone.center.latitude), \(zone.center.longitude), and some way around."
            )
        } catch {
            return .refused(error.description)
        }
    }

    private mutating func removeZone(_ name: DisplayName) -> RideReply {
        guard let place = self.privacy.zones.firstIndex(where: { $0.name == name }) else {
            return .refused("There is no zone \(name).")
        }
        self.privacy.zones.remove(at: place)
        self.changePerson()
        return .done("The zone \(name) is no more.")
    }

    private mutating func setPrecision(_ metres: Double?) -> RideReply {
        guard let metres else {
            self.privacy.precision = nil
            self.changePerson()
            return .done("Others see where you are.")
        }
        let accepted = RidePrivacy.precisions
        guard accepted.contains(metres) else {
            return .refused(
                "A precision lies between \(Int(accepted.lowerBound)) m and"
                    + " \(Int(accepted.upperBound)) m, and is not \(Self.shown(metres)) m."
            )
        }
        self.privacy.precision = metres
        self.changePerson()
        return .done("Others see where you are to \(Self.shown(metres)) m.")
    }

    /// Without a fraction that says nothing.
    private static func shown(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private mutating func setInvisible(_ isOn: Bool) -> RideReply {
        self.privacy.isInvisible = isOn
        self.changePerson()
        return .done(isOn ? "Others don't see you." : "Others see you.")
    }
}

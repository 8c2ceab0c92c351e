import Control
import Cycling
import Determinism
import EventLoop
import GPS
import Geodesy
import Peers
import Routes
import SessionEngine

/// Answers what the control API asks about the ride, and takes files for it.
///
/// Loop-confined. What changes the ride it gives back as a command, for the session.
final class RideDesk {
    /// What becomes of a call.
    enum Outcome {
        case answer(JSONValue)
        case command(RideCommand)
    }

    /// The daemon or the rules refuse; a sentence.
    struct Refusal: Error {
        let sentence: String
    }

    /// Metres per second: 20 km/h, where nobody says how fast.
    static let speed = 20 / 3.6

    /// What is to be said of this daemon's route, where there is something.
    private let routeNote: String?
    private let satellites: SatelliteDesk
    private var uploads: [ControlClientID: RideUpload] = [:]
    private var lastUpload: Int64 = 0

    init(routeNote: String?, satellites: SatelliteDesk) {
        self.routeNote = routeNote
        self.satellites = satellites
    }

    /// A command was answered: what it has changed may need a receiver of satellites, or no more.
    func settle(_ ride: SharedRide?) { self.satellites.settle(ride?.own.sourceKind) }

    /// The daemon ends.
    func close() { self.satellites.close() }

    func closed(_ client: ControlClientID) { self.uploads[client] = nil }

    /// What a call comes to; `owner` is the peer that it names.
    func outcome(
        of call: ControlCall,
        about owner: PeerID?,
        _ view: Engine,
        at now: Moment
    ) throws -> Outcome {
        guard let ride = view.ride else {
            throw Refusal(sentence: "This daemon does not take part in the ride.")
        }
        switch call.method {
        case .rideRiders: return .answer(RideJSON.riders(ride, by: view, at: now))
        case .rideRoute: return .answer(try self.route(of: owner ?? ride.me, ride, view))
        case .rideYou: return .answer(RideJSON.you(ride, gpsd: self.satellites.json, at: now))
        case .rideLog:
            let after = try call.optionalInteger("after") ?? 0
            return .answer(RideJSON.log(ride.own.log, after: after))
        case .rideZones: return .answer(RideJSON.zones(ride.own.privacy))
        case .rideExport: return .answer(try self.export(try call.text("what"), ride))
        case .rideUpload: return .answer(try self.upload(call))
        case .rideHere:
            return .command(
                .here(
                    latitude: try call.number("latitude"),
                    longitude: try call.number("longitude")
                )
            )
        case .rideStart: return .command(.ride(try self.replay(call, ride)))
        case .rideAway: return .command(.away)
        case .rideGPSD: return .command(try self.useSatellites(call, ride))
        case .rideStatus: return .command(.status(try Self.status(call.text("state"))))
        case .rideSimulants: return .command(try Self.simulants(call))
        case .rideZoneAdd: return .command(try Self.zone(call))
        case .rideZoneRemove: return .command(.removeZone(name: try Self.name(call)))
        case .ridePrecision:
            return .command(.precision(metres: try call.optionalNumber("metres")))
        case .rideInvisible: return .command(.invisible(try call.bool("on", default: true)))
        case .rideDice: return .command(.dice(try Self.dice(call.text("mode"))))
        case .version, .status, .peers, .name, .visible, .connect, .disconnect, .block, .allow,
            .identityShow, .identityExport, .identityImport, .identityReset, .gameNew, .gameGuess,
            .gameAnswer, .gameCancel, .gameStatus, .gameHistory, .gameScores, .subscribe,
            .unsubscribe, .web:
            preconditionFailure("\(call.method) is not about the ride")
        }
    }

    // MARK: Words

    private static func status(_ word: String) throws(ControlError) -> RiderStatus {
        guard let status = RiderStatus.allCases.first(where: { $0.word == word }) else {
            let words = RiderStatus.allCases.map(\.word).joined(separator: ", ")
            let shown = ControlBridge.cut(word)
            throw .invalidParams("There is no state “\(shown)”; there are \(words).")
        }
        return status
    }

    private static func dice(_ word: String) throws(ControlError) -> DiceMode {
        guard let mode = DiceMode.allCases.first(where: { $0.word == word }) else {
            throw .invalidParams(
                "There are no dice “\(ControlBridge.cut(word))”; there are tutorial and party."
            )
        }
        return mode
    }

    private static func name(_ call: ControlCall) throws -> DisplayName {
        let text = try call.text("name")
        do throws(DisplayName.Problem) {
            return try DisplayName(text)
        } catch {
            throw Refusal(sentence: "\(error)")
        }
    }

    private static func simulants(_ call: ControlCall) throws(ControlError) -> RideCommand {
        let count = try call.optionalInteger("count")
        let adds = try call.bool("add", default: false)
        let removes = try call.bool("remove", default: false)
        switch (count, adds, removes) {
        case (let count?, false, false): return .simulants(Int(clamping: count))
        case (nil, true, false): return .addSimulant
        case (nil, false, true): return .removeSimulant
        case (_, _, _):
            throw .invalidParams("Exactly one of “count”, “add” and “remove” is needed.")
        }
    }

    private static func zone(_ call: ControlCall) throws -> RideCommand {
        .addZone(
            name: try self.name(call),
            latitude: try call.number("latitude"),
            longitude: try call.number("longitude"),
            radius: try call.number("radius"),
            randomBytes: Randomness.bytes(PrivacyZone.randomByteCount)
        )
    }

    private func useSatellites(_ call: ControlCall, _ ride: SharedRide) throws -> RideCommand {
        let address = try call.optionalText("address")
        guard try !call.bool("off", default: false) else {
            guard address == nil else {
                throw ControlError.invalidParams("“address” and “off” can't go together.")
            }
            guard ride.own.sourceKind == .satellites else {
                throw Refusal(sentence: "Your positions come from no gpsd, so it can't be left.")
            }
            return .away
        }
        guard let address else {
            self.satellites.choose(.local)
            return .satellites
        }
        guard let place = GPSAddress(address) else {
            throw Refusal(
                sentence: "“\(ControlBridge.cut(address))” is no host, with a port behind a colon "
                    + "where it is not 2947, as in localhost:2947."
            )
        }
        self.satellites.choose(place)
        return .satellites
    }

    // MARK: Routes

    private func route(of owner: PeerID, _ ride: SharedRide, _ view: Engine) throws -> JSONValue {
        if owner == ride.me {
            return RideJSON.route(
                ride.route.name,
                ride.measured,
                hash: ride.route.hash,
                note: self.routeNote
            )
        }
        guard let known = ride.others.route(of: owner) else {
            let name = view.name(of: owner)?.text ?? owner.short
            throw Refusal(sentence: "\(name) has shared no route.")
        }
        return RideJSON.route(known.name, known.route, hash: known.hash, note: nil)
    }

    private func replay(_ call: ControlCall, _ ride: SharedRide) throws -> RouteReplay {
        let speed = try call.optionalNumber("speed")
        do {
            guard let number = try call.optionalInteger("upload") else {
                return try RouteReplay(ride.measured, speed: speed ?? Self.speed)
            }
            let document = try self.finish(number, of: call.client)
            return try RouteReplay(document, speed: speed ?? Self.speed, usesTimes: speed == nil)
        } catch let fault as RouteReplay.Fault {
            throw Refusal(sentence: "\(fault)")
        }
    }

    private func export(_ what: String, _ ride: SharedRide) throws -> JSONValue {
        let document: GPXDocument
        switch what {
        case "route": document = self.document(of: ride)
        case "track":
            guard ride.track.count > 0 else {
                throw Refusal(
                    sentence: "There is no track yet: it begins when you are on the map and move."
                )
            }
            let label = GPXLabel(name: "The track of \(ride.person(at: .zero).rider.name)")
            document = GPXDocument(
                tracks: [GPXTrack(label, segments: ride.track.segments)]
            )
        default:
            throw ControlError.invalidParams(
                "“\(ControlBridge.cut(what))” can't be exported; it must be route or track."
            )
        }
        var text = ""
        document.write(to: &text)
        let points = document.riddenParts.reduce(0) { $0 + $1.count }
        return ["gpx": .string(text), "points": .int(Int64(points))]
    }

    /// A closed route comes back to its first point; parts stay apart.
    private func document(of ride: SharedRide) -> GPXDocument {
        let label = GPXLabel(name: ride.route.name.text, description: self.routeNote)
        var parts = ride.measured.parts
        if parts.count == 1 {
            if ride.measured.isClosed { parts[0].append(ride.measured.start) }
            let points = parts[0].map { GPXPoint($0) }
            return GPXDocument(label, routes: [GPXRoute(label, points: points)])
        }
        let segments = parts.map { $0.map { GPXPoint($0) } }
        return GPXDocument(label, tracks: [GPXTrack(label, segments: segments)])
    }

    // MARK: Files

    private func upload(_ call: ControlCall) throws -> JSONValue {
        let data = try call.text("data")
        let piece: [UInt8]
        do throws(Base64Fault) {
            piece = try Base64.bytes(of: data, bytesMaximum: RideUpload.pieceBytesMaximum)
        } catch {
            throw ControlError.invalidParams("“data” is no base64: \(error)")
        }
        let upload: RideUpload
        if let number = try call.optionalInteger("upload") {
            upload = try self.upload(number, of: call.client)
        } else {
            self.lastUpload += 1
            upload = RideUpload(number: self.lastUpload)
            self.uploads[call.client] = upload  // One a client: an older one is given up.
        }
        do throws(RideUpload.Refusal) {
            try upload.take(piece)
        } catch {
            self.uploads[call.client] = nil
            throw Refusal(sentence: error.sentence)
        }
        return ["upload": .int(upload.number), "bytes": .int(upload.bytes)]
    }

    private func upload(_ number: Int64, of client: ControlClientID) throws(Refusal) -> RideUpload {
        guard let upload = self.uploads[client], upload.number == number else {
            throw Refusal(sentence: "There is no upload \(number); a new one has begun, or none.")
        }
        return upload
    }

    private func finish(
        _ number: Int64,
        of client: ControlClientID
    ) throws(Refusal) -> GPXDocument {
        let upload = try self.upload(number, of: client)
        self.uploads[client] = nil
        do throws(RideUpload.Refusal) {
            return try upload.finish()
        } catch {
            throw Refusal(sentence: error.sentence)
        }
    }
}

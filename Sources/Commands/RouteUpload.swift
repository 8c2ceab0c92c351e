import Control
import EventLoop

/// Sends a file to the daemon piece by piece, and has the ride begin there.
///
/// Loop-confined. An upload belongs to one connection, so all the pieces go over the same.
final class RouteUpload {
    /// 36,864 bytes: as base64 they are the 49,152 characters that the daemon takes at once.
    static let pieceBytes = 36_864
    /// 1 MiB: less is there before anybody can read how far it is.
    private static let shownBytesMinimum = 1_048_576

    private let loop: Loop
    private let path: String
    private let file: LocalFileReader
    private let console: Console
    private let showsProgress: Bool
    private var client: ControlClient?
    private var outcome: Result<JSONValue, CommandFailure>?
    private var sent = 0
    private var progress = ""

    init(
        of file: LocalFileReader,
        _ invocation: Invocation,
        _ console: Console
    ) throws(CommandFailure) {
        do {
            self.loop = try Loop()
        } catch {
            throw .fault(error.description)
        }
        self.path = try invocation.socketPath()
        self.file = file
        self.console = console
        self.showsProgress = console.surroundings.hasScreen && !invocation.isJSON
    }

    /// Sends everything, then starts the ride with more params, and returns what it says.
    func run(starting params: JSONObject) throws(CommandFailure) -> JSONValue {
        self.client = ControlClient(
            on: self.loop,
            path: self.path,
            notified: { _, _ in },
            ended: { self.end(.failure(.control($0))) }
        )
        self.sendNext(of: nil, starting: params)
        self.loop.run()
        guard let outcome = self.outcome else {
            throw .fault("The upload ended without an answer.")
        }
        return try outcome.get()
    }

    private func end(_ outcome: Result<JSONValue, CommandFailure>) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        if !self.progress.isEmpty { self.draw("") }
        self.client?.close()
        self.loop.stop()
    }

    // MARK: Pieces

    private func sendNext(of upload: Int64?, starting params: JSONObject) {
        let piece: [UInt8]
        do throws(CommandFailure) {
            piece = try self.file.next(Self.pieceBytes)
        } catch {
            return self.end(.failure(error))
        }
        guard !piece.isEmpty else { return self.start(upload, params) }
        var request: JSONObject = ["data": .string(Base64.text(of: piece))]
        request["upload"] = upload.map { .int($0) }
        self.call(.rideUpload, request) { answer in
            guard let number = answer["upload"]?.integer else {
                return self.end(.failure(.control(.garbled("an upload without its number."))))
            }
            self.sent += piece.count
            self.show()
            self.sendNext(of: number, starting: params)
        }
    }

    private func start(_ upload: Int64?, _ params: JSONObject) {
        guard let upload else {
            return self.end(.failure(.refused("\(self.file.name) is empty, and no route.")))
        }
        var request = params
        request["upload"] = .int(upload)
        self.call(.rideStart, request) { self.end(.success($0)) }
    }

    private func call(
        _ method: ControlMethod,
        _ params: JSONObject,
        answered: @escaping (JSONValue) -> Void
    ) {
        self.client?.call(method, params) { outcome in
            switch outcome {
            case .success(let answer): answered(answer)
            case .failure(let failure): self.end(.failure(.control(failure)))
            }
        }
    }

    // MARK: Progress

    private func show() {
        guard self.showsProgress else { return }
        guard max(self.sent, self.file.bytes ?? 0) > Self.shownBytesMinimum else { return }
        let mebibytes = FixedPoint.text(of: Double(self.sent) / 1_048_576, decimals: 1)
        let share = self.file.bytes.map { ", \(min(100, self.sent * 100 / max(1, $0))) %" } ?? ""
        self.draw("Sending \(self.file.name): \(mebibytes) MiB\(share)")
    }

    /// Draws over the last progress; what it says fits on one row of most terminals.
    private func draw(_ text: String) {
        guard text != self.progress else { return }
        self.progress = text
        let line = DisplayWidth.cut(
            Printable.text(text),
            toColumns: self.console.surroundings.columns - 1
        )
        do throws(CommandFailure) {
            try self.console.write("\r\(line)\u{1B}[K")
        } catch {
            self.end(.failure(error))
        }
    }
}

import Control

/// A command line, understood.
struct Invocation: Sendable {
    /// The verbs down to the command, without `paceline`.
    let path: [String]
    /// The words by the names of their arguments.
    let words: [String: [String]]
    /// The options that were given, by name with the dashes; those without value have an empty one.
    let options: [String: String]

    /// A word that the command needs, or was given; the parser has seen to it.
    func word(_ name: String) -> String? {
        self.words[name]?.first
    }

    /// The words of an argument that may be typed as several, as one text.
    func text(_ name: String) -> String {
        (self.words[name] ?? []).joined(separator: " ")
    }

    func has(_ option: String) -> Bool {
        self.options[option] != nil
    }

    /// Whether exactly one JSON document is wanted, or a line per event.
    var isJSON: Bool { self.has("--json") }

    /// Where the daemon listens.
    func socketPath() throws(CommandFailure) -> String {
        do {
            return try ControlSocketPath.resolve(option: self.options["--socket"])
        } catch {
            throw .noDaemon(error.description)
        }
    }

    /// Asks the daemon once, and waits for the answer.
    func ask(
        _ method: ControlMethod,
        _ params: JSONObject = [:]
    ) throws(CommandFailure) -> JSONValue {
        do {
            return try ControlClient.ask(at: try self.socketPath(), method, params)
        } catch let failure as ControlFailure {
            throw .control(failure)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw .fault("\(error)")
        }
    }

    /// Asks for something whose result is a sentence, and shows that.
    func askForSentence(
        _ method: ControlMethod,
        _ params: JSONObject = [:],
        on console: Console
    ) throws(CommandFailure) {
        let result = try self.ask(method, params)
        if self.isJSON {
            return try console.show(result)
        }
        if let message = result["message"]?.text { try console.say(message) }
        if let warning = result["warning"]?.text { console.warn(warning) }
    }
}

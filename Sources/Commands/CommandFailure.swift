import Control

/// Why a command did not do what was asked, with the status to end with.
enum CommandFailure: Error, Equatable, CustomStringConvertible {
    /// The command line can't be understood; the sentence says why. Status 64.
    case usage(String)
    /// The rules, the person or a file say no. Status 1.
    case refused(String)
    /// The daemon said no, or can't be asked.
    case control(ControlFailure)
    /// Where the daemon is can't be known, or it is gone. Status 69.
    case noDaemon(String)
    /// Something of ours or of the system failed. Status 70.
    case fault(String)
    /// Nobody reads what we write any more, which is no error: `paceline watch | head`. Status 0.
    case outputClosed
    /// A signal ended it, after which everything was put in order. Status 128 and the number.
    case signalled(Int32)

    var exitStatus: Int32 {
        switch self {
        case .usage: 64
        case .refused: 1
        case .control(let failure): failure.exitStatus
        case .noDaemon: 69
        case .fault: 70
        case .outputClosed: 0
        case .signalled(let number): 128 + number
        }
    }

    /// The sentence for standard error; empty where there is nothing to say.
    var description: String {
        switch self {
        case .usage(let sentence), .refused(let sentence), .noDaemon(let sentence),
            .fault(let sentence):
            sentence
        case .control(let failure): failure.description
        case .outputClosed, .signalled: ""
        }
    }

    /// The peers that a text could have meant, a line each.
    var candidates: [String] {
        guard case .control(.refused(_, _, let data?)) = self else { return [] }
        return (data["candidates"]?.items ?? []).map { candidate in
            let id = ShortID.text(candidate["id"]?.text ?? "")
            return "  \(id)  \(candidate["name"]?.text ?? "")"
        }
    }
}

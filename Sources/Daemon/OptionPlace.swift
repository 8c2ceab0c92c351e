/// Where an option stands: it decides how a complaint about it begins.
public enum OptionPlace: Equatable, Sendable, CustomStringConvertible {
    case commandLine
    /// A line of a configuration file, counted from 1.
    case file(String, line: Int)

    /// What a complaint begins with: nothing, or `FILE:LINE: ` as compilers say it.
    public var description: String {
        switch self {
        case .commandLine: ""
        case .file(let path, let line): "\(path):\(line): "
        }
    }

    /// The option as it is written there.
    func spelled(_ option: String) -> String {
        let option = DaemonOptions.Problem.cut(option)
        switch self {
        case .commandLine: return "--\(option)"
        case .file: return option
        }
    }
}

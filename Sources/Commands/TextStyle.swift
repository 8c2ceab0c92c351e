/// How a terminal shows a text (ECMA-48, SGR).
public enum TextStyle: String, Sendable {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case magenta = "35"
    case cyan = "36"

    func wrapping(_ text: String) -> String {
        "\u{1B}[\(self.rawValue)m\(text)\u{1B}[0m"
    }
}

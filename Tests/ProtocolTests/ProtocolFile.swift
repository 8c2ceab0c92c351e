import Foundation

/// The examples of Protocol.md: its fenced blocks of bytes, by name.
///
/// A block begins with three back-quotes, what it is (`golden`, `value` or `refused`) and a name.
/// Its lines are hexadecimal; white space and whatever follows a `#` mean nothing.
struct ProtocolFile {
    /// What a block's bytes are.
    enum Block: String, CaseIterable {
        /// One whole frame, to be encoded and decoded.
        case golden
        /// Bytes that are no frame.
        case value
        /// A frame a line, each to be refused.
        case refused
    }

    enum Fault: Error, Equatable {
        case missing(String)
        case twice(String)
        case notHexadecimal(String)
    }

    private let text: String
    private var lines: [String: [[UInt8]]] = [:]

    /// The file at the top of this repository.
    init() throws {
        let top = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        try self.init(
            text: String(contentsOf: top.appendingPathComponent("Protocol.md"), encoding: .utf8)
        )
    }

    init(text: String) throws {
        self.text = text
        var open: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                open = open == nil ? try self.begin(line.dropFirst(3)) : nil
            } else if let name = open, !name.isEmpty {
                let bytes = try Self.bytes(of: line)
                if !bytes.isEmpty { self.lines[name, default: []].append(bytes) }
            }
        }
    }

    /// The name under which a block is kept; empty for one that is none of ours.
    private mutating func begin(_ info: Substring) throws -> String {
        let words = info.split(separator: " ")
        guard words.count == 2, Block(rawValue: String(words[0])) != nil else { return "" }
        let name = words.joined(separator: " ")
        guard self.lines[name] == nil else { throw Fault.twice(name) }
        self.lines[name] = []
        return name
    }

    private static func bytes(of line: Substring) throws -> [UInt8] {
        let code = line.prefix { $0 != "#" }
        var digits: [UInt8] = []
        for character in code where !character.isWhitespace {
            guard character.isASCII, let digit = character.hexDigitValue else {
                throw Fault.notHexadecimal(String(line))
            }
            digits.append(UInt8(digit))
        }
        guard digits.count.isMultiple(of: 2) else { throw Fault.notHexadecimal(String(line)) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    // MARK: What is in it

    /// Whether these words stand in the file, wherever its lines break.
    func says(_ words: String) -> Bool {
        func oneLine(_ text: String) -> String {
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        return oneLine(self.text).contains(oneLine(words))
    }

    /// The cells of the only table row that begins with these.
    func row(of first: [String]) -> [String]? {
        let rows = self.text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let found = rows.filter { $0.starts(with: first) }
        return found.count == 1 ? found[0] : nil
    }

    /// The names of all blocks of a kind.
    func names(of block: Block) -> Set<String> {
        Set(
            self.lines.keys.filter { $0.hasPrefix("\(block) ") }.map { name in
                String(name.dropFirst(block.rawValue.count + 1))
            }
        )
    }

    /// The bytes of a block.
    func bytes(_ block: Block, _ name: String) throws -> [UInt8] {
        try self.rows(block, name).flatMap { $0 }
    }

    /// The bytes of each line of a block.
    func rows(_ block: Block, _ name: String) throws -> [[UInt8]] {
        guard let rows = self.lines["\(block) \(name)"], !rows.isEmpty else {
            throw Fault.missing("\(block) \(name)")
        }
        return rows
    }
}

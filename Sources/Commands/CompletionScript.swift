/// Completion scripts for three shells, written from the command table.
enum CompletionScript {
    /// One command with the words that lead to it.
    private struct Place {
        let path: [String]
        let command: Command

        /// The path as a pattern and key: `paceline game`.
        var key: String { (["paceline"] + self.path).joined(separator: " ") }
        var options: [CommandOption] {
            self.command.options + CommandLineParser.globalOptions
        }
        /// The words that may stand for the first argument.
        var values: [String] {
            self.command.arguments.first.map { $0.values + $0.suggestions } ?? []
        }
        var takesFile: Bool { self.command.arguments.contains(where: \.isFile) }
    }

    private static func places(of root: Command) -> [Place] {
        func below(_ command: Command, _ path: [String]) -> [Place] {
            [Place(path: path, command: command)]
                + command.subcommands.flatMap { below($0, path + [$0.name]) }
        }
        return below(root, [])
    }

    private static func families(of root: Command) -> [Place] {
        self.places(of: root).filter { !$0.command.subcommands.isEmpty }
    }

    /// The options whose values are files, as a pattern: `--route|--socket`.
    private static func fileOptions(of root: Command) -> String {
        self.pattern(of: root, where: \.isFile)
    }

    /// The options that have a value behind them, likewise.
    private static func valueOptions(of root: Command) -> String {
        self.pattern(of: root) { $0.value != nil }
    }

    private static func pattern(
        of root: Command,
        where isMeant: (CommandOption) -> Bool
    ) -> String {
        let options = self.places(of: root).flatMap(\.options).filter(isMeant)
        return Set(options.map(\.name)).sorted().joined(separator: "|")
    }

    // MARK: bash

    /// What may stand at each place among the words of a command, as branches of a `case`.
    private static func bashChoices(of place: Place) -> [String] {
        let options = place.options.map(\.name).joined(separator: " ")
        let verbs = place.command.subcommands.map(\.name).joined(separator: " ")
        var choices = verbs.isEmpty ? [] : ["        '\(place.key) 0') words='\(verbs)' ;;"]
        for (index, argument) in place.command.arguments.enumerated() {
            let words = (argument.values + argument.suggestions).joined(separator: " ")
            let files = argument.isFile ? " files=1" : ""
            if !words.isEmpty || argument.isFile {
                choices.append("        '\(place.key) \(index)') words='\(words)'\(files) ;;")
            }
            // Behind one that may be several words nobody knows the place.
            if argument.isSpread || argument.isRepeating { break }
        }
        return ["        '\(place.key) -') words='\(options)' ;;"] + choices
    }

    static func bash(of root: Command) -> [String] {
        let descents = self.families(of: root).flatMap { place in
            place.command.subcommands.map { "            '\(place.key)/\($0.name)'" }
        }
        let choices = self.places(of: root).flatMap(self.bashChoices)
        return [
            "# Completion of paceline for bash; `source <(paceline completion bash)`.",
            "_paceline() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} path=paceline words='' files=''",
            "    local index word count=0 taken='' only='' key",
            "    COMPREPLY=()",
            "    for ((index = 1; index < COMP_CWORD; index++)); do",
            "        word=${COMP_WORDS[index]}",
            "        # Bash parts --socket=PATH in three.",
            "        if [[ $word == '=' ]]; then continue; fi",
            "        if [[ -n $taken ]]; then taken=''; continue; fi",
            "        case $only$word in",
            "        --) only=-; continue ;;",
            "        \(self.valueOptions(of: root))) taken=$word; continue ;;",
            "        -*) [[ -n $only ]] || continue ;;",
            "        esac",
            "        case \"$path/$word\" in",
            descents.joined(separator: "|\\\n") + ")",
            "            path=\"$path $word\" ;;",
            "        *) count=$((count + 1)) ;;",
            "        esac",
            "    done",
            "    case $taken in",
            "    \(self.fileOptions(of: root))) files=1 ;;",
            "    '')",
            "        for key in \"$path $count\" \"$path -\"; do",
            "            case $key in",
        ] + choices + [
            "            esac",
            "            COMPREPLY+=($(compgen -W \"$words\" -- \"$current\"))",
            "            words=''",
            "        done ;;",
            "    esac",
            "    if [[ -n $files ]]; then",
            "        # A line each: names have spaces, and the shell is told to quote them.",
            "        compopt -o filenames 2>/dev/null",
            "        while IFS= read -r word; do COMPREPLY+=(\"$word\"); done < \\",
            "            <(compgen -f -- \"$current\")",
            "    fi",
            "}",
            "complete -o bashdefault -F _paceline paceline",
        ]
    }

    // MARK: zsh

    static func zsh(of root: Command) -> [String] {
        let descents = self.families(of: root).map { place in
            let names = place.command.subcommands.map(\.name).joined(separator: "|")
            return
                "            '\(place.key)') [[ $word == (\(names)) ]] && path_=\"$path_ $word\" ;;"
        }
        let choices = self.places(of: root).flatMap { place -> [String] in
            let verbs = place.command.subcommands.map { ($0.name, $0.summary) }
            let values = place.values.map { ($0, "") }
            let options = place.options.map { ($0.name, $0.help) }
            let entries = (verbs + values + options).map { "'\(self.zshQuoted($0, $1))'" }
            return [
                "        '\(place.key)')",
                "            entries=(\(entries.joined(separator: " ")))",
                place.takesFile ? "            _files" : "            :",
                "            ;;",
            ]
        }
        return [
            "#compdef paceline",
            "# Completion of paceline for zsh; put it in a folder of $fpath as _paceline.",
            "_paceline() {",
            "    local path_=paceline word",
            "    local -a entries",
            "    for word in ${words[2,CURRENT-1]}; do",
            "        case $path_ in",
        ] + descents + [
            "        esac",
            "    done",
            "    case ${words[CURRENT-1]} in",
            "    \(self.fileOptions(of: root))) _files; return ;;",
            "    esac",
            "    case $path_ in",
        ] + choices + [
            "    esac",
            "    _describe -t commands paceline entries",
            "}",
            "if [[ ${funcstack[1]} == _paceline ]]; then _paceline \"$@\"; "
                + "else compdef _paceline paceline; fi",
        ]
    }

    private static func zshQuoted(_ name: String, _ text: String) -> String {
        let quoted = text.replacing("'", with: "'\\''").replacing(":", with: "\\:")
        return quoted.isEmpty ? name : "\(name):\(quoted)"
    }

    // MARK: fish

    static func fish(of root: Command) -> [String] {
        var lines = [
            "# Completion of paceline for fish; save it as",
            "# ~/.config/fish/completions/paceline.fish.",
            "complete -c paceline -f",
        ]
        for option in CommandLineParser.globalOptions {
            lines.append("complete -c paceline \(self.fishOption(option))")
        }
        for place in self.places(of: root) {
            let condition = self.fishCondition(place)
            for command in place.command.subcommands {
                let text = self.fishQuoted(command.summary)
                lines.append("complete -c paceline -n \(condition) -a \(command.name) -d \(text)")
            }
            if !place.values.isEmpty {
                let words = self.fishQuoted(place.values.joined(separator: " "))
                lines.append("complete -c paceline -n \(condition) -a \(words)")
            }
            if place.takesFile { lines.append("complete -c paceline -n \(condition) -F") }
            for option in place.command.options {
                lines.append("complete -c paceline -n \(condition) \(self.fishOption(option))")
            }
        }
        return lines
    }

    private static func fishCondition(_ place: Place) -> String {
        guard !place.path.isEmpty else { return "__fish_use_subcommand" }
        let seen = place.path.map { "__fish_seen_subcommand_from \($0)" }
        let names = place.command.subcommands.map(\.name).joined(separator: " ")
        let unseen = names.isEmpty ? [] : ["not __fish_seen_subcommand_from \(names)"]
        return self.fishQuoted((seen + unseen).joined(separator: "; and "))
    }

    private static func fishOption(_ option: CommandOption) -> String {
        let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
        let value = option.value == nil ? "" : option.isFile ? " -r -F" : " -x"
        return "-l \(option.name.dropFirst(2))\(short)\(value) -d \(self.fishQuoted(option.help))"
    }

    private static func fishQuoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}

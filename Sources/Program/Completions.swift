import DocgenGround

/// The script with which a shell completes docgen's commands and options.
struct Completions {
  /// The shells that have one.
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  let shell: Shell

  /// The script, for the shell to evaluate.
  var script: String {
    switch shell {
    case .bash: Self.bash
    case .zsh:
      // A second `compinit` would read all functions again.
      """
      autoload -U compinit bashcompinit
      (( $+functions[compdef] )) || compinit
      bashcompinit

      \(Self.bash)
      """
    case .fish: Self.fish
    }
  }

  /// Answers with words, and lets bash complete paths where there are none.
  private static var bash: String {
    var cases: [String] = []
    for command in CommandSyntax.all {
      for option in command.options {
        guard let words = words(of: option.value) else { continue }
        cases.append("    \"\(command.name) \(option.name)\") words=\"\(words)\" ;;")
      }
      let options = command.options.map(\.name).joined(separator: " ")
      let actions = command.actions.joined(separator: " ")
      cases.append(
        """
            "\(command.name) \(command.name)") words="\(actions) \(options)" ;;
            "\(command.name) "*) words="\(options)" ;;
        """)
    }
    return """
      _docgen() {
        local words="\(CommandSyntax.all.map(\.name).joined(separator: " "))"
        [ "$COMP_CWORD" -gt 1 ] && case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in
      \(cases.joined(separator: "\n"))
          *) words="" ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
      }
      complete -o default -F _docgen docgen

      """
  }

  private static var fish: String {
    let isFirst = "__fish_use_subcommand"
    var lines = [
      "complete -c docgen -f -n \(isFirst) -a '\(CommandSyntax.all.map(\.name).joined(separator: " "))'"
    ]
    for command in CommandSyntax.all {
      let line = "complete -c docgen -n '__fish_seen_subcommand_from \(command.name)'"
      if !command.actions.isEmpty {
        lines.append("\(line) -f -a '\(command.actions.joined(separator: " "))'")
      } else if !command.takesPaths {
        lines.append("\(line) -f")
      }
      for option in command.options {
        let name = "\(line) -l \(option.name.dropFirst(2))"
        switch option.value {
        case .none: lines.append(name)
        case .text: lines.append("\(name) -x")
        case .file: lines.append("\(name) -r -F")
        case .folder: lines.append("\(name) -x -a '(__fish_complete_directories)'")
        case .oneOf(let words):
          lines.append("\(name) -x -a '\(words.joined(separator: " "))'")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the words for an option's value; `nil` for an option without one.
  private static func words(of value: OptionSyntax.Value) -> String? {
    switch value {
    case .none: nil
    case .text, .file, .folder: ""
    case .oneOf(let words): words.joined(separator: " ")
    }
  }
}

extension CommandLineParser {
  mutating func completions() throws -> Completions {
    guard let word = nextArgument() else {
      throw UsageError(
        description: "'\(CommandName.docgen) completions' needs 'bash', 'zsh' or 'fish'")
    }
    let completions = Completions(shell: try choice("shell", word))
    try end(of: "completions")
    return completions
  }
}

/// An option of a command: how it is written, and what it sets.
struct CommandOption<Command>: Sendable {
  let syntax: OptionSyntax
  /// Parses its value, and sets it.
  let set: @Sendable (inout Command, inout CommandLineParser) throws -> Void

  init(
    _ name: String, _ value: OptionSyntax.Value = .none,
    set: @escaping @Sendable (inout Command, inout CommandLineParser) throws -> Void
  ) {
    syntax = OptionSyntax(name: name, value: value)
    self.set = set
  }

  /// Creates an option whose value names a case of a type.
  init<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
    _ name: String, choosing what: String,
    _ property: any WritableKeyPath<Command, Choice> & Sendable
  ) {
    self.init(name, .oneOf(Choice.allCases.map(\.rawValue))) { command, parser in
      command[keyPath: property] = try parser.choice(what, parser.value())
    }
  }
}

/// How an option is written, for messages and completions.
struct OptionSyntax: Sendable {
  /// The value of an option.
  enum Value: Sendable {
    /// The option is a switch.
    case none
    /// Any text or number.
    case text
    case file
    case folder
    case oneOf([String])
  }

  let name: String
  let value: Value
}

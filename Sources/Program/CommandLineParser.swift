import DocgenGround
import DocgenPipeline

/// Parses a command line.
struct CommandLineParser {
  private(set) var rest: ArraySlice<String>
  /// The option that was parsed last, and the value after its `=`.
  private var option: (name: String, value: String?) = ("", nil)

  /// Parses the arguments after the program's name.
  static func parse(_ arguments: [String]) throws -> any Subcommand {
    var parser = CommandLineParser(rest: arguments[...])
    return try parser.parse()
  }

  private mutating func parse() throws -> any Subcommand {
    guard let command = rest.popFirst() else { return help(on: nil) }
    if rest.contains("--help") || rest.contains("-h") { return help(on: command) }
    switch command {
    case "build": return try buildCommand(writes: true)
    case "check": return try buildCommand(writes: false)
    case "serve": return try parsed(ServeCommand(), ServeCommand.options)
    case "samples": return try samplesCommand()
    case "adopt": return try adoptCommand()
    case "lab": return try parsed(LabCommand(), LabCommand.options)
    case "init": return InitCommand(try folder(of: command))
    case "new": return try newCommand()
    case "doctor": return DoctorCommand(try folder(of: command))
    case "completions": return PrintCommand(text: try completions().script)
    case "help", "--help", "-h":
      let name = nextArgument()
      let known = CommandSyntax.all.map(\.name)
      if let name, !known.contains(name) { throw unknown("command", named: name, among: known) }
      try end(of: name.map { "help \($0)" } ?? "help")
      return help(on: name)
    case "version", "--version":
      try end(of: "version")
      return PrintCommand(text: "docgen \(Usage.version)\n")
    default: throw unknown("command", named: command, among: CommandSyntax.all.map(\.name))
    }
  }

  private func help(on command: String?) -> PrintCommand {
    PrintCommand(text: Usage.text(on: command) + "\n")
  }

  private mutating func parsed<Command>(
    _ command: Command, _ options: [CommandOption<Command>]
  ) throws -> Command {
    var command = command
    try parse(options, of: &command)
    return command
  }

  /// Returns the next argument, unless an option is next.
  mutating func nextArgument() -> String? {
    guard let word = rest.first, !word.hasPrefix("-") else { return nil }
    return rest.popFirst()
  }

  /// Parses the options that follow.
  mutating func parse<Command>(
    _ options: [CommandOption<Command>], of command: inout Command
  ) throws {
    while !rest.isEmpty { try parseOption(options, of: &command) }
  }

  /// Parses the next option, which is `--name` or `--name=value`.
  mutating func parseOption<Command>(
    _ options: [CommandOption<Command>], of command: inout Command
  ) throws {
    guard let word = rest.popFirst() else { return }
    guard word.hasPrefix("-") else {
      throw UsageError(description: "unexpected word '\(word)'; options begin with '--'")
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    option = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    guard let known = options.first(where: { $0.syntax.name == option.name }) else {
      throw unknown("option", named: option.name, among: options.map(\.syntax.name))
    }
    try known.set(&command, &self)
  }

  /// Throws if something follows all that a command without options takes.
  func end(of command: String) throws {
    guard let word = rest.first else { return }
    if word.hasPrefix("-") { throw unknown("option", named: word, among: ["--help"]) }
    throw UsageError(
      description:
        "unexpected word '\(word)'; nothing else follows '\(CommandName.docgen) \(command)'")
  }

  /// Returns the value of the option: after its `=`, or the next word.
  mutating func value() throws -> String {
    let value = option.value ?? rest.popFirst()
    guard let value, !value.isEmpty, option.value != nil || !value.hasPrefix("--") else {
      throw UsageError(description: "'\(option.name)' needs a value")
    }
    return value
  }

  /// Parses an optional folder, which defaults to the current one.
  mutating func folder(of command: String) throws -> String {
    let folder = nextArgument() ?? "."
    try end(of: command)
    return folder
  }

  mutating func number(in range: ClosedRange<Int>) throws -> Int {
    let text = try value()
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        description: "'\(option.name)' takes a whole number from \(range.lowerBound) to "
          + "\(range.upperBound), not '\(text)'")
    }
    return number
  }

  mutating func port() throws -> UInt16 { UInt16(try number(in: 0...65_535)) }

  func flag() throws -> Bool {
    guard option.value == nil else {
      throw UsageError(description: "'\(option.name)' takes no value")
    }
    return true
  }

  /// Returns the choice that a word names.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ what: String, _ word: String
  ) throws -> Choice {
    guard let choice = Choice(rawValue: word) else {
      throw unknown(what, named: word, among: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  func unknown(_ what: String, named word: String, among known: [String]) -> UsageError {
    let way =
      Suggestion.nearest(to: word, among: known).map { "did you mean '\($0)'?" }
      ?? "known are \(known.joined(separator: ", "))"
    return UsageError(description: "unknown \(what) '\(word)'; \(way)")
  }
}

/// An error in the command line: one sentence that names the way out.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}

/// A command of docgen with its options, as parsed from a command line.
protocol Subcommand {
  /// Does what the command is for.
  ///
  /// - Throws: `UsageError` when the options don't fit the documents, or what prevents the command.
  func run(in docgen: Docgen) async throws -> Docgen.Status
}

extension Subcommand {
  typealias Option = CommandOption<Self>
}

/// `docgen help`, `version` and `completions`: prints a text.
struct PrintCommand: Subcommand {
  let text: String

  func run(in docgen: Docgen) -> Docgen.Status {
    print(text, terminator: "")
    return .fine
  }
}

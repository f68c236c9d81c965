/// A word such as `build`, with what may follow it, for messages and completions.
struct CommandSyntax {
  let name: String
  /// The words of which one follows the command; empty for none.
  var actions: [String] = []
  /// Whether paths follow the command.
  var takesPaths = false
  var options: [OptionSyntax] = []

  /// All commands, in the order of the usage.
  static let all =
    commands + [
      CommandSyntax(name: "help", actions: commands.map(\.name)), CommandSyntax(name: "version"),
    ]

  private static let commands = [
    CommandSyntax(name: "build", options: BuildCommand.options.map(\.syntax)),
    // It writes nothing.
    CommandSyntax(
      name: "check",
      options: BuildCommand.options.map(\.syntax)
        .filter { !["--output", "--update"].contains($0.name) }),
    CommandSyntax(name: "serve", options: ServeCommand.options.map(\.syntax)),
    CommandSyntax(
      name: "samples", actions: ["list", "run", "export"],
      options: SamplesCommand.options.map(\.syntax)),
    CommandSyntax(name: "lab", options: LabCommand.options.map(\.syntax)),
    CommandSyntax(
      name: "adopt", takesPaths: true, options: AdoptCommand.options.map(\.syntax)),
    CommandSyntax(name: "init", takesPaths: true),
    CommandSyntax(
      name: "new", actions: NewCommand.Kind.allCases.map(\.rawValue),
      options: NewCommand.options.map(\.syntax)),
    CommandSyntax(name: "doctor", takesPaths: true),
    CommandSyntax(name: "completions", actions: Completions.Shell.allCases.map(\.rawValue)),
  ]
}

import DocgenPipeline
import DocgenProcesses

/// A word such as `build`, with the options it accepts: for messages and completions.
struct CommandSyntax {
  /// An option, and what follows it.
  struct Option {
    /// The value of an option.
    enum Value {
      /// The option is a switch.
      case none
      /// Any text or number.
      case text
      case file
      case folder
      case oneOf([String])
    }

    let name: String
    var value = Value.none
  }

  let name: String
  /// The words of which one follows the command; empty for none.
  var actions: [String] = []
  /// Whether paths follow the command.
  var takesPaths = false
  var options: [Option] = []

  /// All commands, in the order of the usage.
  static let all = [
    CommandSyntax(name: "build", options: build),
    CommandSyntax(name: "check", options: build),
    CommandSyntax(
      name: "serve",
      options: [
        root, package, Option(name: "--host", value: .text), Option(name: "--port", value: .text),
        Option(name: "--no-samples"), confine,
      ]),
    CommandSyntax(name: "samples", actions: ["list", "run", "export"], options: [root, confine]),
    CommandSyntax(
      name: "lab",
      options: [
        Option(name: "--config", value: .file), Option(name: "--provider-config", value: .file),
        Option(name: "--profile", value: .oneOf(LabCommand.profiles)),
        Option(name: "--store", value: .folder), Option(name: "--host", value: .text),
        Option(name: "--gateway-port", value: .text), Option(name: "--admin-port", value: .text),
        Option(name: "--provider-port", value: .text), Option(name: "--control-port", value: .text),
        Option(name: "--tls"),
      ]),
    CommandSyntax(
      name: "adopt", takesPaths: true,
      options: [root, package, Option(name: "--dry-run"), Option(name: "--jobs", value: .text)]),
    CommandSyntax(name: "init", takesPaths: true),
    CommandSyntax(name: "new", actions: NewCommand.Kind.allCases.map(\.rawValue), options: [root]),
    CommandSyntax(name: "doctor", takesPaths: true),
    CommandSyntax(name: "completions", actions: Completions.Shell.allCases.map(\.rawValue)),
    CommandSyntax(name: "help"),
    CommandSyntax(name: "version"),
  ]

  private static let root = Option(name: "--root", value: .folder)
  private static let package = Option(name: "--package-path", value: .folder)
  private static let confine = Option(
    name: "--confine", value: .oneOf(ConfinementPolicy.allCases.map(\.rawValue)))
  private static let build = [
    root, package, Option(name: "--output", value: .folder),
    Option(name: "--base-url", value: .text), Option(name: "--jobs", value: .text),
    Option(name: "--strict"), Option(name: "--no-samples"), Option(name: "--update"),
    Option(name: "--quiet"), Option(name: "--only", value: .file), Option(name: "--failed"),
    Option(name: "--shard", value: .text), Option(name: "--remote-cache", value: .text), confine,
    Option(name: "--format", value: .oneOf(ReportFormat.allCases.map(\.rawValue))),
    Option(name: "--report", value: .file), Option(name: "--times"),
  ]
}

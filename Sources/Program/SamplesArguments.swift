import DocgenGround
import DocgenProcesses

/// The options of `samples`.
struct SamplesArguments: Equatable {
  /// The action on the programs.
  enum Action: Equatable {
    case list
    case run(String)
    case export(String, to: String)
  }

  var action: Action
  var root = "."
  var confinement = ConfinementPolicy.auto
}

extension CommandLineParser {
  mutating func samplesArguments() throws(UsageError) -> SamplesArguments {
    var arguments = SamplesArguments(action: try samplesAction())
    while let option = try nextOption() {
      switch (option, arguments.action) {
      case ("--root", _): arguments.root = try value()
      case ("--confine", .run): arguments.confinement = try choice("confinement", value())
      case (_, .run): throw unknown(option: option, of: "samples")
      default: throw unknown("option", named: option, among: ["--root"])
      }
    }
    return arguments
  }

  private mutating func samplesAction() throws(UsageError) -> SamplesArguments.Action {
    switch nextArgument() {
    case "list": return .list
    case "run":
      guard let name = nextArgument() else {
        throw UsageError(
          description: "'\(CommandName.docgen) samples run' needs the name of a program")
      }
      return .run(name)
    case "export":
      guard let name = nextArgument(), let folder = nextArgument() else {
        throw UsageError(
          description:
            "'\(CommandName.docgen) samples export' needs the name of a program and a folder")
      }
      return .export(name, to: folder)
    case let other?: throw unknown("action", named: other, among: ["list", "run", "export"])
    case nil:
      throw UsageError(
        description: "'\(CommandName.docgen) samples' needs 'list', 'run' or 'export'")
    }
  }
}

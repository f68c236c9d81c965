import DocgenGround
import DocgenPipeline
import Foundation

/// docgen as a part of a program.
public struct Docgen: Sendable {
  /// The modules that samples import without configuration, and the program that they run in.
  let lab: LabPackage

  /// Runs docgen with this program's arguments, and ends the program.
  ///
  /// Samples run in this program, too, so they can import every module in it.
  public static func main() async -> Never {
    exit(
      await Docgen(lab: .hostedByThisProgram).run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs docgen in the program `docgen`, and returns the exit status.
  package static func run(_ arguments: [String]) async -> Int32 {
    await Docgen(lab: .ofThisProgram).run(arguments)
  }

  /// The exit statuses.
  enum Status: Int32 {
    case fine
    case documents
    case usage
    case environment
  }

  /// Runs the command in the arguments after the program's name.
  private func run(_ arguments: [String]) async -> Int32 { await status(of: arguments).rawValue }

  private func status(of arguments: [String]) async -> Status {
    let command: any Subcommand
    do {
      command = try CommandLineParser.parse(arguments)
    } catch {
      let name = CommandSyntax.all.first { $0.name == arguments.first }?.name
      let words = ["help", name].compactMap(\.self).joined(separator: " ")
      Terminal.error("docgen: \(error)\nRun '\(CommandName.docgen) \(words)' for the options.")
      return .usage
    }
    do {
      return try await command.run(in: self)
    } catch let error where error is EmptySelection || error is UsageError {
      Terminal.error("docgen: \(error)")
      return .usage
    } catch let error as DocumentedPackage.BuildFailure {
      Terminal.error(
        "docgen: \(error)\n'\(CommandName.docgen) build --no-samples' needs no package, if 'site.yml' has no 'reference'."
      )
      return .environment
    } catch {
      Terminal.error("docgen: \(error.userDescription)")
      return .environment
    }
  }
}

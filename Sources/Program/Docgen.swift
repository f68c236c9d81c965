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
  enum Status {
    static let fine: Int32 = 0
    static let documents: Int32 = 1
    static let usage: Int32 = 2
    static let environment: Int32 = 3
  }

  /// Runs the command in the arguments after the program's name.
  private func run(_ arguments: [String]) async -> Int32 {
    let invocation: Invocation
    do {
      invocation = try CommandLineParser.parse(arguments)
    } catch {
      let command = Subcommand.all.first { $0.name == arguments.first }
      let words = ["help", command?.name].compactMap(\.self).joined(separator: " ")
      Terminal.error("docgen: \(error)\nRun '\(CommandName.docgen) \(words)' for the options.")
      return Status.usage
    }
    do {
      switch invocation {
      case .help(let command): print(Usage.text(on: command))
      case .completions(let completions): print(completions.script, terminator: "")
      case .version: print("docgen \(Usage.version)")
      case .build(let arguments): return try await BuildCommand(arguments).run(in: self)
      case .adopt(let arguments): return try await AdoptCommand(arguments).run(in: self)
      case .serve(let arguments): return try await ServeCommand(arguments).run(in: self)
      case .samples(let arguments):
        return try await SamplesCommand(arguments, in: self).run()
      case .lab(let arguments): return try await LabServer(arguments).run()
      case .initialize(let path): return try await InitCommand(path).run()
      case .new(let command): return try await command.run()
      case .doctor(let path): return try await DoctorCommand(path).run(in: self)
      }
      return Status.fine
    } catch let error where error is EmptySelection || error is UsageError {
      Terminal.error("docgen: \(error)")
      return Status.usage
    } catch let error as DocumentedPackage.BuildFailure {
      Terminal.error(
        "docgen: \(error)\n'\(CommandName.docgen) build --no-samples' needs no package, if 'site.yml' has no 'reference'."
      )
      return Status.environment
    } catch {
      Terminal.error("docgen: \(error.userDescription)")
      return Status.environment
    }
  }
}

import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Foundation

/// The command and options of a command line.
enum Invocation: Equatable {
  case build(BuildArguments)
  case serve(ServeArguments)
  case samples(SamplesArguments)
  case lab(LabArguments)
  case initialize(String)
  case new(NewCommand)
  case doctor(String)
  case adopt(AdoptArguments)
  case completions(Completions)
  /// The help on a command; `nil` for all commands.
  case help(String?)
  case version
}

/// The options of `build` and `check`.
struct BuildArguments: Equatable {
  var root = "."
  var package: String?
  var output: String?
  var baseURL: String?
  var isStrict = false
  var runsSamples = true
  var updatesOutputs = false
  var jobs: Int?
  var isQuiet = false
  var selection = BuildSelection()
  var remoteCache: URL?
  var confinement = ConfinementPolicy.auto
  var format = ReportFormat.text
  var report: String?
  var showsTimes = false
  var writes = true
}

/// The options of `serve`.
struct ServeArguments: Equatable {
  var root = "."
  var package: String?
  var host = "127.0.0.1"
  var port: UInt16 = 8080
  var runsSamples = true
  var confinement = ConfinementPolicy.auto
}

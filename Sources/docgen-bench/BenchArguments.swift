import DocgenGround
import DocgenSamples
import Foundation

/// The arguments of the command line.
struct BenchArguments: Sendable, Equatable {
  /// The benchmarks to run, in order; all of them when none is named.
  var names: [String] = []
  /// The number of samples that `site` generates.
  var samples = 20
  /// The number of pages that `pages` generates.
  var pages = 1_000
  /// The number of rounds; `nil` for the benchmark's default.
  var rounds: Int?
  /// Whether docgen is measured without the comparison with plain `swiftc`.
  var isAlone = false
  /// The most processes to run at once.
  var jobs = SampleEnvironment.defaultJobs
  /// Whether to print only the usage.
  var wantsHelp = false
}

/// An error in the command line: one sentence that names the way out.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}

extension BenchArguments {
  private static let options = ["--samples", "--pages", "--rounds", "--jobs", "--alone"]

  /// Parses the arguments after the program's name.
  init(_ arguments: [String], known: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        guard known.contains(argument) else {
          throw .unknown("benchmark", argument: argument, among: known)
        }
        names.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      let name = parts[0]
      func number(in range: ClosedRange<Int>) throws(UsageError) -> Int {
        guard let text = parts.count > 1 ? parts[1] : rest.popFirst() else {
          throw UsageError(description: "'\(name)' needs a value")
        }
        guard let number = Int(text), range.contains(number) else {
          throw UsageError(
            description: "'\(name)' takes a whole number from \(range.lowerBound) to "
              + "\(range.upperBound), not '\(text)'")
        }
        return number
      }
      switch name {
      case "--help", "-h": wantsHelp = true
      case "--alone": isAlone = true
      case "--samples": samples = try number(in: 2...10_000)
      case "--pages": pages = try number(in: 1...100_000)
      case "--rounds": rounds = try number(in: 1...1_000)
      case "--jobs": jobs = try number(in: 1...256)
      default: throw .unknown("option", argument: name, among: Self.options)
      }
    }
    if names.isEmpty { names = known }
  }
}

extension UsageError {
  fileprivate static func unknown(
    _ what: String, argument: String, among known: [String]
  ) -> UsageError {
    let way =
      Suggestion.nearest(to: argument, among: known).map { "did you mean '\($0)'?" }
      ?? "known are \(known.joined(separator: ", "))"
    return UsageError(description: "unknown \(what) '\(argument)'; \(way)")
  }
}

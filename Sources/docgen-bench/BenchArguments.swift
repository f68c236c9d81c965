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
  /// Whether the site that `site` generates shows the types of names in its samples.
  var showsTypes = true
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
  private static let options = [
    "--samples", "--pages", "--rounds", "--jobs", "--alone", "--without-types",
  ]

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
      if ["--help", "-h"].contains(argument) {
        wantsHelp = true
        continue
      }
      if argument == "--alone" {
        isAlone = true
        continue
      }
      if argument == "--without-types" {
        showsTypes = false
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard let name = parts.first, Self.options.contains(name) else {
        throw .unknown("option", argument: parts.first ?? argument, among: Self.options)
      }
      try set(name, to: parts.count > 1 ? parts[1] : rest.popFirst())
    }
    if names.isEmpty { names = known }
  }

  private mutating func set(_ name: String, to text: String?) throws(UsageError) {
    guard let text else { throw UsageError(description: "'\(name)' needs a value") }
    switch name {
    case "--samples": samples = try Self.number(name, text: text, in: 2...10_000)
    case "--pages": pages = try Self.number(name, text: text, in: 1...100_000)
    case "--rounds": rounds = try Self.number(name, text: text, in: 1...1_000)
    default: jobs = try Self.number(name, text: text, in: 1...256)
    }
  }

  private static func number(
    _ name: String, text: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        description: "'\(name)' takes a whole number from \(range.lowerBound) to "
          + "\(range.upperBound), not '\(text)'")
    }
    return number
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

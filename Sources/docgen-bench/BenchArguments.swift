import Foundation
import Ground
import Samples

/// What the words of a command line ask for.
struct BenchArguments: Sendable, Equatable {
  /// The benchmarks to run, in order; all of them when none is named.
  var names: [String] = []
  /// How many samples `site` generates.
  var samples = 20
  /// How many pages `pages` generates.
  var pages = 200
  /// How many rounds each work is measured; `nil` for what suits the benchmark.
  var rounds: Int?
  /// Whether docgen is measured without what it is held against.
  var isAlone = false
  /// How many processes run at once.
  var jobs = SampleEnvironment.defaultJobs
  /// Whether only the usage is wanted.
  var wantsHelp = false
}

/// Why a command line is wrong: one sentence that names the way out.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}

extension BenchArguments {
  private static let options = ["--samples", "--pages", "--rounds", "--jobs", "--alone"]

  /// Reads the words behind the program's name.
  init(_ words: [String], known: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-") else {
        guard known.contains(word) else { throw .unknown("benchmark", word, among: known) }
        names.append(word)
        continue
      }
      if ["--help", "-h"].contains(word) {
        wantsHelp = true
        continue
      }
      if word == "--alone" {
        isAlone = true
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard let name = parts.first, Self.options.contains(name) else {
        throw .unknown("option", parts.first ?? word, among: Self.options)
      }
      try set(name, to: parts.count > 1 ? parts[1] : rest.popFirst())
    }
    if names.isEmpty { names = known }
  }

  private mutating func set(_ name: String, to text: String?) throws(UsageError) {
    guard let text else { throw UsageError(description: "'\(name)' needs a value") }
    switch name {
    case "--samples": samples = try Self.number(name, text, in: 2...10_000)
    case "--pages": pages = try Self.number(name, text, in: 1...100_000)
    case "--rounds": rounds = try Self.number(name, text, in: 1...1_000)
    default: jobs = try Self.number(name, text, in: 1...256)
    }
  }

  private static func number(
    _ name: String, _ text: String, in range: ClosedRange<Int>
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
    _ what: String, _ word: String, among known: [String]
  ) -> UsageError {
    let way =
      Suggestion.nearest(to: word, among: known).map { "did you mean '\($0)'?" }
      ?? "known are \(known.joined(separator: ", "))"
    return UsageError(description: "unknown \(what) '\(word)'; \(way)")
  }
}

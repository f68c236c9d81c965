import Foundation
import Pipeline

/// One thing that is measured.
protocol Benchmark: Sendable {
  /// The word on the command line.
  static var name: String { get }
  /// How many rounds there are when the command line does not say.
  static var defaultRounds: Int { get }

  /// Takes the numbers that concern it.
  init(_ arguments: BenchArguments)

  /// Measures, and gives the lines to print.
  ///
  /// - Throws: when the work itself fails, for the time of failing work says nothing.
  func run(in surroundings: BenchSurroundings) async throws -> [String]
}

/// What benchmarks get from outside.
struct BenchSurroundings: Sendable {
  /// What time is taken from.
  let clock: any Clock<Duration>
  /// Where folders for the work are made, and removed again.
  let temporaryFolder: URL
  /// The modules that samples import, and the program they run in.
  let package: LabPackage
}

/// A work that did not do what is to be measured.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String
}
